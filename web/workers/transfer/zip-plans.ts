import { randomUuid, systemRandom } from '#crypto/index.ts'
import { type ContentKeys, readingKeys } from '#vault/transfer/content-keys.ts'
import { proveShown } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { type Within, proveWithin } from '#vault/folders/prove-folders.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { zipPaths } from '#vault/transfer/zip-paths.ts'
import { zipSize } from '#vault/transfer/zip-stream.ts'
import type { DownloadTicket } from './content-keys.ts'
import { connected, onLock, stillOpen, unlocked } from '../vault-state.ts'

/** A file as the list shows it, or a folder without anything in it, and the names of the folders above it within the archive. */
export type ZipFile = {
  id: string
  name: string
  sizeBytes: number
  createdAt: string
  folders: readonly string[]
  isFolder?: true
}
/** One of the own vault, or of a team space, as it was shown; of a folder without anything in it, `within` ends with itself. */
export type OwnZipFile = ZipFile & { within: Within } & (Shown | { isFolder: true })
export type PlannedZipFile = { id: string; path: string; sizeBytes: number; createdAt: string }

/** `paths` within the archive, in the order of the files. */
export type ZipTicket = DownloadTicket & { paths: readonly string[] }

type Prove = (file: PlannedZipFile) => Promise<ContentKeys>

const zips = new Map<string, { files: readonly PlannedZipFile[]; prove: Prove }>()
onLock(() => zips.clear())

/** Plans an archive of several files of the vault; all folders are proved before the first file, each file when its turn comes. */
export function prepareZip(name: string, files: readonly OwnZipFile[]): ZipTicket {
  unlocked()
  const byId = new Map(files.map((file) => [file.id, file]))
  let folders: Promise<void> | undefined
  return planZip(name, files, async ({ id }) => {
    await (folders ??= proveWithin(connected(), unlocked(), files.map(placed)))
    return proveOwn(byId.get(id))
  })
}

function placed(file: OwnZipFile): Parameters<typeof proveWithin>[2][number] {
  const last = file.within.at(-1)
  const shown = 'version' in file ? file : { spaceId: last?.spaceId ?? null, folderId: last?.id ?? null }
  return { shown, within: file.within }
}

/** The same of files that `prove` knows. */
export function planZip(name: string, files: readonly ZipFile[], prove: Prove): ZipTicket {
  const paths = zipPaths(files)
  const planned = files.map(({ id, sizeBytes, createdAt }, at) => ({ id, path: paths[at] ?? '', sizeBytes, createdAt }))
  const ticket = randomUuid(systemRandom)
  zips.set(ticket, { files: planned, prove })
  return { ticket, name, mimeType: 'application/zip', sizeBytes: zipSize(planned), paths }
}

export function forgetZip(ticket: string): void {
  zips.delete(ticket)
}

/** @throws {VaultError} `not_found` */
export const zipPlan = (ticket: string): readonly PlannedZipFile[] => planOf(ticket).files

/** Proves one file of an archive. @throws {VaultError} `file_damaged` | `not_as_shown` | `not_found` */
export async function zipKeys(ticket: string, at: number): Promise<ContentKeys> {
  const { files, prove } = planOf(ticket)
  const planned = files[at]
  if (!planned) throw new VaultError('not_found', 'This archive has no such file.')
  return prove(planned)
}

async function proveOwn(planned: OwnZipFile | undefined): Promise<ContentKeys> {
  if (!planned || !('version' in planned)) throw new VaultError('not_found', 'This archive has no such file.')
  const opened = unlocked()
  const file = await proveShown(connected(), opened, planned)
  stillOpen(opened)
  // The length of the archive was promised to the browser from what the list said.
  if (file.metadata.size !== planned.sizeBytes) throw new VaultError('not_found', 'This file was replaced meanwhile.')
  return readingKeys(file)
}

function planOf(ticket: string) {
  const planned = zips.get(ticket)
  if (!planned) throw new VaultError('not_found', 'This download is no longer known.')
  return planned
}
