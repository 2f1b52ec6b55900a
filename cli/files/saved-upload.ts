import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { homeFolder, readPrivate, removePrivate, writePrivate } from '../session/private-file.ts'

/** Which file on this computer, and in which state: a changed file is another upload. */
export type SourceKey = { file: string; sizeBytes: number; modifiedMs: number }

const shape = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** The plan, sealed under the account's own key. */
  saved: z.string(),
  /** Path of the resumable upload on the server. */
  path: z.string(),
  /** Digests of the parts that were sent; an upload of an earlier release has none, and begins again. */
  sent: z.record(z.string(), z.string()).default({}),
  source: z.object({ file: z.string(), sizeBytes: z.number(), modifiedMs: z.number() }),
})
export type SavedUpload = z.infer<typeof shape>

const folder = (): string => path.join(homeFolder(), 'uploads')
const fileOf = (id: string): string => path.join(folder(), `${id}.json`)

export function saveUpload(upload: SavedUpload): void {
  writePrivate(fileOf(upload.id), upload)
}

export function forgetUpload(id: string): void {
  removePrivate(fileOf(id))
}

/** An upload of the same unchanged file that was interrupted. */
export function findSavedUpload(userId: string, source: SourceKey): SavedUpload | undefined {
  if (!fs.existsSync(folder())) return undefined
  for (const name of fs.readdirSync(folder())) {
    const saved = shape.safeParse(readPrivate(path.join(folder(), name)))
    if (!saved.success || saved.data.userId !== userId) continue
    const { file, sizeBytes, modifiedMs } = saved.data.source
    if (file === source.file && sizeBytes === source.sizeBytes && modifiedMs === source.modifiedMs) return saved.data
  }
  return undefined
}
