import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { BUILD_LIST, type BuildList } from '#contract/delivery/build-list.ts'
import { CommandError } from '../command-error.ts'

/** Far beyond any build of ours: a server may answer with anything. */
const MOST_FILES = 5000
const LARGEST_FILE_BYTES = 64 * 1024 * 1024
const sha256 = z.string().regex(/^[\da-f]{64}$/)
const shape = z.object({
  format: z.literal(2),
  version: z.string().max(64),
  unstated: z.string().max(200),
  headers: z.array(z.record(z.string(), z.string())).max(100),
  wasm: z.array(sha256).max(100),
  files: z
    .record(
      z.string().regex(/^\/[^\s\\]{0,300}$/),
      z.object({
        sha256,
        bytes: z.number().int().min(0).max(LARGEST_FILE_BYTES),
        headers: z.number().int().min(0),
        places: z.array(z.tuple([z.number().int().min(0), z.string().max(100)])).optional(),
      }),
    )
    .refine((files) => Object.keys(files).length > 0 && Object.keys(files).length <= MOST_FILES),
})

/** @throws {CommandError} when the text is no list of a build that this program reads. */
export function parseList(text: string, from: string): BuildList {
  try {
    const { files, ...list } = shape.parse(JSON.parse(text))
    const entries = Object.entries(files).map(([address, { places, ...file }]) => [
      address,
      { ...file, ...(places && { places }) },
    ])
    return { ...list, files: Object.fromEntries(entries) as BuildList['files'] }
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw new CommandError(`${from} is no list of a build that this program reads.`)
    }
    throw error
  }
}

/** The list of a build on this computer: its text is what is hashed. @throws {CommandError} when there is none. */
export function readLocalList(folder: string): string {
  const file = path.join(folder, BUILD_LIST)
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `${file} is not there. "npm ci && npm run build" makes it, in web/dist.`
        : `${file} cannot be read (${code}).`,
    )
  }
}
