import { z } from 'zod'
import { equalBytes, manifestHash } from '#crypto/index.ts'
import { type VaultFolder, listFolders, reviseFolder } from '../folders/folders.ts'
import { inBatches } from '../folders/items.ts'
import { proveFolder } from '../folders/prove-folders.ts'
import { isReachableFromRoot, pathToRoot } from '../folders/path-to-root.ts'
import type { VaultApi } from '../session/api.ts'
import { mapFew } from '../session/map-few.ts'
import { damagedName } from '../session/open-listed.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import {
  PROOF_COLUMNS,
  type ProvedFile,
  type ProvedRow,
  proveFile,
  proveRow,
  provedRow,
  reviseProved,
} from './file-records.ts'
import { type KeptRow, type KeptSince, openKept, proveKept, readKept } from './kept-states.ts'
import { notAsShown } from './shown.ts'

type Place = { name: string; folderId: string | null }

/** A file or folder as it was before a change, which this client has checked. */
export type EarlierState = {
  kind: 'file' | 'folder'
  id: string
  /** The team space that it is in; null is the personal one. */
  spaceId: string | null
  stateId: number
  /** When it was changed, ISO 8601, by the server. */
  changedAt: string
  /** What it is now; null where that was changed or damaged and does not open. */
  now: Place | null
  before: Place & {
    /** ISO 8601, as its author signed it; null for a folder that was not signed then. */
    signedAt: string | null
    /** The member who signed it, as the space has them; null for oneself and where nobody signed. */
    signer: string | null
  }
  /** Where it goes: its folder of then, or the top where that is gone or in the trash. */
  to: string | null
}

/** What can be put back, latest change first, and how much cannot: its states do not hold. */
export type EarlierStates = { offered: EarlierState[]; refused: number }

/**
 * What was changed since a moment and can be put back: of each file and folder its first state since then that holds. A state whose signature does
 * not hold, or is of another file or space, is not offered.
 * @param options.onProgress how many of all were checked
 * @throws {VaultError}
 */
export async function listEarlierStates(
  api: VaultApi,
  vault: OpenVault,
  options: KeptSince & { onProgress?: (done: number, count: number) => unknown },
): Promise<EarlierStates> {
  const { spaceId } = options
  const [kept, listed] = await Promise.all([readKept(api, options), listFolders(api, vault, spaceId)])
  const folders = new Map(listed.map((folder) => [folder.id, folder]))
  const present = await readPresent(
    api,
    [...kept].filter(([, [row]]) => row?.kind === 'file').map(([id]) => id),
  )
  const offered: EarlierState[] = []
  let [refused, done] = [0, 0]
  await mapFew([...kept], async ([id, states]) => {
    const item = { id, states, spaceId, folders, row: present.get(id) }
    const found = await (states[0]?.kind === 'folder' ? folderBefore(api, vault, item) : fileBefore(api, vault, item))
    if (found === 'refused') refused += 1
    else if (found !== 'same') offered.push(found)
    await options.onProgress?.((done += 1), kept.size)
  })
  offered.sort((one, other) => other.changedAt.localeCompare(one.changedAt))
  return { offered, refused }
}

type ItemStates = {
  id: string
  states: readonly KeptRow[]
  spaceId: string | null
  folders: ReadonlyMap<string, VaultFolder>
  /** Undefined for a file that is no longer there. */
  row: ProvedRow | undefined
}
type Outcome = EarlierState | 'same' | 'refused'

async function fileBefore(
  api: VaultApi,
  vault: OpenVault,
  { id, states, spaceId, folders, row }: ItemStates,
): Promise<Outcome> {
  if (!row) return 'same'
  if (row.space_id !== (spaceId ?? vault.personalSpace.id)) return 'refused'
  const now = await provedOrNull(vault, id, () =>
    proveRow(api, vault, { row, id, minimumVersion: leastVersion(vault, row) }),
  )
  const proved = await firstProved(api, vault, { row, states })
  if (!proved) return 'refused'
  const { kept, file } = proved
  const { name, folderId } = placeOfFile(file)
  if (now && isSame(placeOfFile(now), { name, folderId })) return 'same'
  if (!now && !(await lastProved(api, vault, { row, states }))) return 'refused'
  return {
    ...stateOf(kept, spaceId),
    now: now && placeOfFile(now),
    before: { name, folderId, signedAt: file.manifest.time, signer: file.author.person?.name ?? null },
    to: livingFolder(folders, folderId),
  }
}

async function folderBefore(
  api: VaultApi,
  vault: OpenVault,
  { id, states, spaceId, folders }: ItemStates,
): Promise<Outcome> {
  const folder = folders.get(id)
  if (!folder) return 'same'
  const isOpen = folder.name !== damagedName(id)
  for (const kept of states) {
    const before = await openKept(api, vault, { spaceId: spaceId ?? vault.personalSpace.id, kept })
    if (!before) continue
    const now = isOpen ? { name: folder.name, folderId: folder.parentId } : null
    if (now && isSame(now, before)) return 'same'
    const to = livingFolder(folders, before.folderId, id)
    return { ...stateOf(kept, spaceId), now, before, to }
  }
  return 'refused'
}

const stateOf = (kept: KeptRow, spaceId: string | null) => ({
  kind: kept.kind,
  id: kept.item_id,
  spaceId,
  stateId: kept.id,
  changedAt: kept.kept_at,
})

const placeOfFile = ({ metadata, manifest }: ProvedFile): Place => ({
  name: metadata.name,
  folderId: manifest.folderId,
})
const isSame = (one: Place, other: Place): boolean => one.name === other.name && one.folderId === other.folderId
const leastVersion = (vault: OpenVault, row: ProvedRow): number =>
  Math.max(row.version, vault.seenVersions.get(row.id) ?? 1)

/** The folder, where it and all above it are out of the trash and not in the folder that is moved. */
function livingFolder(folders: ItemStates['folders'], id: string | null, moved?: string): string | null {
  const path = pathToRoot(folders, id)
  const isLiving = isReachableFromRoot(path, id) && path.every((each) => each.trashedAt === null && each.id !== moved)
  return isLiving ? id : null
}

async function firstProved(
  api: VaultApi,
  vault: OpenVault,
  { row, states }: { row: ProvedRow; states: readonly KeptRow[] },
): Promise<{ kept: KeptRow; file: ProvedFile } | null> {
  for (const kept of states) {
    const file = await proveKept(api, vault, { present: row, kept })
    if (file) return { kept, file }
  }
  return null
}

/** The state from which a file that no longer holds continues: the newest that does, of the same content, and no older than this device has seen it. */
async function lastProved(
  api: VaultApi,
  vault: OpenVault,
  { row, states }: { row: ProvedRow; states: readonly KeptRow[] },
): Promise<{ kept: KeptRow; file: ProvedFile } | null> {
  const found = await firstProved(api, vault, { row, states: states.toReversed() })
  if (!found) return null
  const { file } = found
  const isNewest = file.manifest.version >= (vault.seenVersions.get(row.id) ?? 1)
  return isNewest && file.manifest.contentId === row.content_id ? found : null
}

async function provedOrNull(
  vault: OpenVault,
  id: string,
  prove: () => Promise<ProvedFile>,
): Promise<ProvedFile | null> {
  try {
    return await prove()
  } catch (error) {
    if (error instanceof VaultError && (error.code === 'file_damaged' || error.code === 'members_differ')) return null
    throw error
  }
}

async function readPresent(api: VaultApi, ids: readonly string[]): Promise<ReadonlyMap<string, ProvedRow>> {
  const present = new Map<string, ProvedRow>()
  await inBatches(ids, async (filter) => {
    const rows = z.array(z.unknown()).parse(await api.rest(`reachable_files?select=${PROOF_COLUMNS}&${filter}`))
    for (const row of rows) {
      const parsed = provedRow.safeParse(row)
      if (parsed.success) present.set(parsed.data.id, parsed.data)
    }
  })
  return present
}

/**
 * Puts one back as it was shown. A file that holds gets its name and place of then as its next signed version, so no device sees it go back; one
 * that does not hold is put back by the server as it was signed last, which is compared before anything is signed on top of it.
 * @throws {VaultError} `not_as_shown` where the server answers with another state than it was shown; `not_found`, `file_damaged`, `proof_needed`
 */
export async function putBackState(api: VaultApi, vault: OpenVault, wanted: EarlierState, since: Date): Promise<void> {
  const { id, spaceId, kind, to } = wanted
  const { name } = wanted.before
  const states = (await readKept(api, { since, spaceId, ids: [id] })).get(id) ?? []
  const kept = states.find((state) => state.id === wanted.stateId)
  if (!kept) throw new VaultError('not_found', 'This state is no longer kept.')
  if (kind === 'folder') {
    const before = await openKept(api, vault, { spaceId: spaceId ?? vault.personalSpace.id, kept })
    if (!before || !isSame(before, wanted.before)) throw notAsShown()
    return putBackFolder(api, vault, { wanted, kept })
  }
  const row = (await readPresent(api, [id])).get(id)
  if (!row) throw new VaultError('not_found', 'This file is no longer here.')
  if (row.space_id !== (spaceId ?? vault.personalSpace.id)) throw notAsShown()
  const before = await proveKept(api, vault, { present: row, kept })
  if (!before || !isSame(placeOfFile(before), wanted.before)) throw notAsShown()
  const now =
    (await provedOrNull(vault, id, () => proveFile(api, vault, id))) ?? (await lastSigned(api, vault, { row, states }))
  if (isSame(placeOfFile(now), { name, folderId: to })) return
  await reviseProved(api, vault, now, { name, folderId: to })
}

/** A folder whose record holds gets its name and place of then as its next one; any other is put back by the server, and compared. */
async function putBackFolder(
  api: VaultApi,
  vault: OpenVault,
  { wanted: { id, spaceId, now, before, to }, kept }: { wanted: EarlierState; kept: KeptRow },
): Promise<void> {
  const { name } = before
  if (now)
    return reviseFolder(api, vault, { id, spaceId, name: now.name, parentId: now.folderId }, { name, parentId: to })
  await api.rest('rpc/put_back', { method: 'POST', body: { moment: kept.kept_at, items: [id] } })
  const again = { id, spaceId, name, parentId: before.folderId }
  if (to === before.folderId) await proveFolder(api, vault, again)
  else await reviseFolder(api, vault, again, { parentId: to })
}

/** Has the server put back what was signed last. @returns it, as it is now again */
async function lastSigned(
  api: VaultApi,
  vault: OpenVault,
  { row, states }: { row: ProvedRow; states: readonly KeptRow[] },
): Promise<ProvedFile> {
  const last = await lastProved(api, vault, { row, states })
  if (!last) throw new VaultError('file_damaged', 'No state of this file holds.')
  await api.rest('rpc/put_back', { method: 'POST', body: { moment: last.kept.kept_at, items: [row.id] } })
  const again = (await readPresent(api, [row.id])).get(row.id)
  // Its folder of then may be gone: the row is at the top, and what is signed next says so.
  const proved =
    again &&
    (await proveRow(api, vault, {
      row: { ...again, folder_id: last.file.manifest.folderId },
      id: row.id,
      minimumVersion: 1,
    }))
  const isSigned = proved && equalBytes(await manifestHash(proved.signed), await manifestHash(last.file.signed))
  if (!isSigned) throw notAsShown()
  const isHomeless = again.folder_id !== last.file.manifest.folderId
  if (isHomeless) {
    await reviseProved(api, vault, proved, { folderId: null })
    return proveFile(api, vault, row.id)
  }
  return proved
}
