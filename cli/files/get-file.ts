import fs from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { FLOE } from '#crypto/index.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { type ContentKeys, readingKeys } from '#vault/transfer/content-keys.ts'
import { proveShown } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { createRangeReader } from '#vault/transfer/open-range.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { CommandError, EXIT } from '../command-error.ts'
import type { Opened } from '../session/opened-vault.ts'
import { printable } from '../output.ts'

/** Read at once when going on with a file that is partly here. */
const RANGE_BYTES = 8 * 1024 * 1024

/** An own file, or one of a team space, as the list showed it; `isShared`: somebody else's, and they let this account open it. */
export type FileToGet = { isShared: false; shown: Shown } | { isShared: true; id: string }
type Progress = (doneBytes: number, sizeBytes: number) => void

/** Checks the manifest and opens the content to its end without keeping it. @throws {VaultError} `file_damaged` */
export async function verifyFile(opened: Opened, file: FileToGet, signal: AbortSignal): Promise<void> {
  const segments = openContent(opened.api, await provedContent(opened, file), signal)
  for (let next = await segments.next(); !next.done; next = await segments.next());
}

/** Writes a file's content; each byte was verified before, but only the end says that the file is whole. */
export async function pipeFile(opened: Opened, file: FileToGet, to: Writable, signal: AbortSignal): Promise<void> {
  await pipeContent(opened.api, await provedContent(opened, file), { to, signal })
}

/** The same for content whose keys are known. */
export async function pipeContent(
  api: VaultApi,
  keys: ContentKeys,
  { to, signal }: { to: Writable; signal: AbortSignal },
): Promise<void> {
  for await (const segment of openContent(api, keys, signal)) {
    if (!to.write(segment)) await drained(to)
  }
}

export type Saving = { target: string; force: boolean; signal: AbortSignal; onProgress: Progress }

/**
 * Saves a file under a name that is not taken. Until it is whole it lies beside it as `.<content>.part`, and an
 * interrupted download continues from there.
 * @throws {CommandError} when the name is taken and `force` is not set.
 */
export async function saveFile(opened: Opened, wanted: FileToGet, saving: Saving): Promise<void> {
  await refuseTaken(saving)
  await saveContent(opened.api, await provedContent(opened, wanted), saving)
}

/** @throws {CommandError} when the name is taken and `force` is not set. */
export async function refuseTaken({ target, force }: Pick<Saving, 'target' | 'force'>): Promise<void> {
  if (force || !(await exists(target))) return
  throw new CommandError(`${printable(target)} exists already. Use --force to replace it.`, EXIT.conflict)
}

/** Saves content whose keys are known, as `saveFile` does. */
export async function saveContent(
  api: VaultApi,
  keys: ContentKeys,
  { target, force, signal, onProgress }: Saving,
): Promise<void> {
  const part = path.join(path.dirname(target), `.${keys.contentId}.part`)
  const file = await fs.open(part, (await exists(part)) ? 'r+' : 'w+', 0o600)
  try {
    await fill(api, keys, { file, signal, onProgress })
    if (keys.modified !== undefined) await file.utimes(new Date(), new Date(keys.modified))
    await file.sync()
  } catch (error) {
    // Nothing arrived that another run could continue.
    if ((await file.stat()).size === 0) await fs.rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  // Something may have got the name meanwhile, or have it on a file system that tells names apart by other rules.
  await refuseTaken({ target, force })
  await fs.rename(part, target)
}

async function fill(
  api: VaultApi,
  keys: ContentKeys,
  { file, signal, onProgress }: { file: fs.FileHandle; signal: AbortSignal; onProgress: Progress },
): Promise<void> {
  // The last segment may have been written in part only.
  const there = Math.min(keys.sizeBytes, (await file.stat()).size)
  let done = there - (there % FLOE.plainBytes)
  await file.truncate(done)
  if (done === 0) {
    for await (const segment of openContent(api, keys, signal)) {
      await file.write(segment, 0, segment.length, done)
      onProgress((done += segment.length), keys.sizeBytes)
    }
    return
  }
  const reader = createRangeReader(api, keys)
  while (done < keys.sizeBytes) {
    const piece = await reader.read(done, done + RANGE_BYTES, signal)
    await file.write(piece, 0, piece.length, done)
    onProgress((done += piece.length), keys.sizeBytes)
  }
}

async function provedContent({ api, vault }: Opened, file: FileToGet): Promise<ContentKeys> {
  const proved = file.isShared
    ? await proveShared(api, vault, file.id, new Date())
    : await proveShown(api, vault, file.shown)
  return { ...readingKeys(proved), purpose: 'download' }
}

function drained(to: Writable): Promise<void> {
  return Promise.race([
    new Promise<void>((resolve) => void to.once('drain', resolve)),
    finished(to, { readable: false }).then(() => {
      throw new CommandError('The reader of this output went away.')
    }),
  ])
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  )
}
