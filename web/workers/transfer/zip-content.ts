import type { Remote } from 'comlink'
import type { VaultApi } from '#vault/session/api.ts'
import type { ContentKeys, KeySource } from '#vault/transfer/content-keys.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { type ZipEntry, zipStream } from '#vault/transfer/zip-stream.ts'
import type { Content } from './serve-download.ts'

/** Where an archive stands, so that a failure can name its file. */
const current = new Map<string, string>()

/** An archive of the files that were planned under `ticket`; each one is fetched and verified when its turn comes. */
export async function* zipContent(
  api: VaultApi,
  keys: Remote<KeySource>,
  { ticket, signal }: { ticket: string; signal: AbortSignal },
): Content {
  const files = await keys.zipPlan(ticket)
  yield* zipStream(
    files.map(({ path, createdAt }, at) => {
      if (path.endsWith('/')) return emptyFolder(path, new Date(createdAt))
      // Its date comes with its keys, and stands in front of it.
      let proved: Promise<ContentKeys> | undefined
      const prove = () => (proved ??= keys.zipKeys(ticket, at))
      return {
        path,
        async modifiedAt() {
          current.set(ticket, path)
          return new Date((await prove()).modified ?? createdAt)
        },
        async *content() {
          yield* openContent(api, { ...(await prove()), purpose: 'download' }, signal)
        },
      }
    }),
  )
  current.delete(ticket)
}

/** A folder without anything in it: its path ends with a slash. */
const emptyFolder = (path: string, createdAt: Date): ZipEntry => ({
  path,
  modifiedAt: () => createdAt,
  async *content() {},
})

/** The file at which an archive failed; it is forgotten with the answer. */
export function takeZipPlace(ticket: string): string | undefined {
  const path = current.get(ticket)
  current.delete(ticket)
  return path
}
