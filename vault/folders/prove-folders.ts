import { z } from 'zod'
import {
  CryptoError,
  type FolderRecord,
  type SignedStatement,
  equalBytes,
  fromBase64Url,
  fromUtf8,
  readFolderRecord,
  verifyFolderRecord,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { authorByKeyId, requireSameRoster } from '../files/file-records.ts'
import { type Shown, notAsShown } from '../files/shown.ts'
import { damagedName, openListed } from '../session/open-listed.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { noteFolder } from '../session/version-memory.ts'
import { mapFew } from '../session/map-few.ts'
import { FOLDER_COLUMNS, type VaultFolder, folderRow, isAsRecorded } from './folder-rows.ts'
import { inBatches } from './items.ts'
import { folderRefused } from './refused-folder.ts'
import { readingSpace } from './space-scope.ts'

/**
 * A folder as a list showed it when a person chose it, or what lies in it. Each act hands this down, and what a person who may write in the
 * space signed is compared with it before anything is given away or signed.
 */
export type ShownFolder = Pick<VaultFolder, 'id' | 'spaceId' | 'name' | 'parentId'>

/** Folders that go along with a file: from the one that was chosen down to the one it lies in. Empty where the file itself was chosen. */
export type Within = readonly ShownFolder[]

/** A file with the folders it was shown in. */
export type ShownWithin = Shown & { within?: Within }

const provedRow = folderRow.extend({ record_signature: z.string().nullable() })
type ProvedRow = z.infer<typeof provedRow>
/** What a signature covers, and what it takes to read it. */
export type EarlierRow = Omit<ProvedRow, 'created_at' | 'is_starred' | 'trashed_at'>

/** A folder whose place and name were checked. Without `signed` it was made before records: place and name are what the server says. */
export type ProvedFolder = {
  row: ProvedRow
  signed: SignedStatement | null
  /** Null where it is not signed and does not open. */
  name: string | null
}

/** Which record of a folder was verified in this session, text and signature: the same bytes are not verified again. */
const verified = new WeakMap<OpenVault, Map<string, string>>()

/**
 * Checks folders against what is signed about them, and that against what a person was shown. One without a record, made before there were
 * any, is compared with its row, which is the server's word; one that had a record keeps it.
 * @returns in the order given.
 * @throws {VaultError} `not_found` | `folder_refused`, which names the folder
 */
export async function proveFolders(
  api: VaultApi,
  vault: OpenVault,
  folders: readonly ShownFolder[],
): Promise<ProvedFolder[]> {
  const ids = [...new Set(folders.map(({ id }) => id))]
  const rows = new Map<string, ProvedRow>()
  await inBatches(ids, async (filter) => {
    const query = `reachable_folders?select=${FOLDER_COLUMNS},record_signature&${filter}`
    for (const row of z.array(provedRow).parse(await api.rest(query))) rows.set(row.id, row)
  })
  return mapFew(folders, async (shown) => {
    const row = rows.get(shown.id)
    if (!row) throw new VaultError('not_found', 'This folder is no longer here.')
    return proveRow(api, vault, { row, shown })
  })
}

/** The same for one. @throws {VaultError} `not_found` | `folder_refused` */
export async function proveFolder(api: VaultApi, vault: OpenVault, shown: ShownFolder): Promise<ProvedFolder> {
  return (await proveFolders(api, vault, [shown]))[0]!
}

/**
 * Checks that a file goes along with a folder: each of the folders lies in the one before, the file in the last of them, and each is what is
 * signed about it. That the file truly lies there is for its own proof.
 * @throws {VaultError} `not_as_shown` | `not_found` | `folder_refused`
 */
export async function proveWithin(
  api: VaultApi,
  vault: OpenVault,
  files: readonly { shown: Pick<Shown, 'spaceId' | 'folderId'>; within: Within }[],
): Promise<void> {
  for (const { shown, within } of files) requireChain(shown, within)
  const folders = new Map(files.flatMap(({ within }) => within.map((folder) => [keyOf(folder), folder])))
  if (folders.size > 0) await proveFolders(api, vault, [...folders.values()])
}

/** Places for new files that were proved in this session, or are about to be: a batch of a thousand files asks once. */
const targets = new WeakMap<OpenVault, Map<string, Promise<void>>>()

/**
 * Checks where a new file is to lie: the folders of its path, the outermost first, are what is signed about them. Asked once in a session
 * for a path as it was shown, so that a folder that is renamed meanwhile does not stop the rest of a batch.
 * @throws {VaultError} `not_as_shown` | `not_found` | `folder_refused`
 */
export async function proveTarget(
  api: VaultApi,
  vault: OpenVault,
  place: Pick<Shown, 'spaceId' | 'folderId'>,
  within: Within,
): Promise<void> {
  if (place.folderId === null && within.length === 0) return
  requireChain(place, within)
  if (within.length === 0) throw notAsShown()
  const known = targets.get(vault) ?? new Map<string, Promise<void>>()
  targets.set(vault, known)
  const key = within.map(keyOf).join()
  const proving = known.get(key) ?? proveWithin(api, vault, [{ shown: place, within }])
  known.set(key, proving)
  try {
    await proving
  } catch (error) {
    if (known.get(key) === proving) known.delete(key)
    throw error
  }
}

/** One folder that is shown in two ways is checked in both. */
const keyOf = ({ id, spaceId, parentId, name }: ShownFolder): string => JSON.stringify([id, spaceId, parentId, name])

function requireChain(shown: Pick<Shown, 'spaceId' | 'folderId'>, within: Within): void {
  const isChain = within.every(
    (folder, at) => folder.spaceId === shown.spaceId && (at === 0 || folder.parentId === within[at - 1]?.id),
  )
  if (!isChain || (within.length > 0 && within.at(-1)?.id !== shown.folderId)) throw notAsShown()
}

async function proveRow(
  api: VaultApi,
  vault: OpenVault,
  { row, shown }: { row: ProvedRow; shown: ShownFolder },
): Promise<ProvedFolder> {
  const spaceId = shown.spaceId ?? vault.personalSpace.id
  if (row.space_id !== spaceId || row.parent_folder_id !== shown.parentId) throw folderRefused(shown.name)
  try {
    const proved =
      row.record === null ? await readUnsigned(api, vault, row) : await readSigned(api, vault, row, row.record)
    if ((proved.name ?? damagedName(row.id)) !== shown.name) throw folderRefused(shown.name)
    return proved
  } catch (cause) {
    const isBroken = cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError
    throw isBroken ? folderRefused(shown.name, cause) : cause
  }
}

/** What an earlier row of a folder says about it, as one who may write in its space signed it. `signer`: null for oneself. */
export type SignedPlace = { name: string; folderId: string | null; signedAt: string; signer: string | null }

/**
 * Checks an earlier row of a folder against its own record; how new it is says nothing here.
 * @throws {VaultError} @throws {CryptoError} where the record is of another folder, place or space, or not signed by a member
 */
export async function proveEarlierFolder(
  api: VaultApi,
  vault: OpenVault,
  row: Omit<EarlierRow, 'record'> & { record: string },
): Promise<SignedPlace> {
  const signed = { text: row.record, signature: fromBase64Url(row.record_signature ?? '') }
  const space = await readingSpace(api, vault, row)
  const author = await authorByKeyId(api, vault, row, readFolderRecord(signed).authorKeyId)
  const expected = { folderId: row.id, spaceId: row.space_id, minimumVersion: 1 }
  const record = await verifyFolderRecord({ signed, author: author.keys, expected })
  requireSameRoster(space, record.roster)
  if (!isAsRecorded(row, record)) throw new CryptoError('verify_failed', 'folder')
  const context = { kind: 'folder', id: row.id, version: record.version, field: 'name' }
  const name = fromUtf8(await space.records.open(context, record.name))
  return { name, folderId: record.parentId, signedAt: record.time, signer: author.person?.name ?? null }
}

async function readUnsigned(api: VaultApi, vault: OpenVault, row: ProvedRow): Promise<ProvedFolder> {
  if (vault.seenFolders.has(row.id)) throw new CryptoError('verify_failed', 'record is gone')
  await readingSpace(api, vault, row)
  const name = await openListed(vault, { ...row, kind: 'folder', field: 'name', value: row.name }, row.space_id)
  return { row, signed: null, name }
}

async function readSigned(api: VaultApi, vault: OpenVault, row: ProvedRow, text: string): Promise<ProvedFolder> {
  const signed = { text, signature: fromBase64Url(row.record_signature ?? '') }
  const space = await readingSpace(api, vault, row)
  const record = await verifiedRecord(api, vault, { row, signed })
  requireSameRoster(space, record.roster)
  if (!isAsRecorded(row, record)) throw new CryptoError('verify_failed', 'folder')
  const context = { kind: 'folder', id: row.id, version: record.version, field: 'name' }
  const name = fromUtf8(await space.records.open(context, record.name))
  noteFolder(vault, row.id, record.version)
  return { row, signed, name }
}

async function verifiedRecord(
  api: VaultApi,
  vault: OpenVault,
  { row, signed }: { row: ProvedRow; signed: SignedStatement },
): Promise<FolderRecord> {
  const claimed = readFolderRecord(signed)
  const minimumVersion = Math.max(row.version, vault.seenFolders.get(row.id) ?? 1)
  const author = await authorByKeyId(api, vault, row, claimed.authorKeyId)
  const known = verified.get(vault) ?? new Map<string, string>()
  const bytes = `${signed.text} ${row.record_signature}`
  if (known.get(row.id) === bytes) {
    const isOwn = author.person !== null || equalBytes(claimed.authorKeyId, vault.signer.keyId)
    if (!isOwn || claimed.version < minimumVersion) throw new CryptoError('verify_failed', 'folder record')
    return claimed
  }
  const expected = { folderId: row.id, spaceId: row.space_id, minimumVersion }
  const record = await verifyFolderRecord({ signed, author: author.keys, expected })
  verified.set(vault, known.set(row.id, bytes))
  return record
}
