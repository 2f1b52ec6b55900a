import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { openListed } from '../session/open-listed.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { unseenRows } from '../session/unseen-rows.ts'
import { VaultError } from '../session/vault-error.ts'
import { readingSpace } from '../folders/space-scope.ts'
import { type ProvedFile, type ProvedRow, proveRow, provedRow } from './file-records.ts'

/** Rows of a page: each file has its signed manifest with it, some kilobytes. */
const PAGE_ROWS = 200

const keptRow = z.object({
  id: z.int(),
  kind: z.enum(['file', 'folder']),
  item_id: z.uuid(),
  kept_at: z.string(),
  state: z.record(z.string(), z.unknown()),
})
/** What the server kept of a file or folder before it was changed. */
export type KeptRow = z.infer<typeof keptRow>

/** Which states are asked for: of one space, since a moment; null for `ids` is all. */
export type KeptSince = { since: Date; spaceId: string | null; ids: readonly string[] | null }

/** The states that the server kept, oldest first, by the file or folder that each is of. Nothing is checked yet. */
export async function readKept(
  api: VaultApi,
  { since, spaceId, ids }: KeptSince,
): Promise<ReadonlyMap<string, readonly KeptRow[]>> {
  const space = spaceId === null ? 'team_space_id=is.null' : `team_space_id=eq.${spaceId}`
  const some = ids === null ? '' : `&item_id=in.(${ids.join(',')})`
  const filter = `${space}${some}&kept_at=gte.${encodeURIComponent(since.toISOString())}`
  const byItem = new Map<string, KeptRow[]>()
  const unseen = unseenRows(({ id }: KeptRow) => String(id))
  for (let last = -1; ;) {
    const query = `reachable_states?select=id,kind,item_id,kept_at,state&${filter}&id=gt.${last}&order=id&limit=${PAGE_ROWS}`
    const rows = unseen(z.array(keptRow).parse(await api.rest(query)))
    if (rows.length === 0) return byItem
    for (const row of rows) byItem.set(row.item_id, [...(byItem.get(row.item_id) ?? []), row])
    last = rows.at(-1)?.id ?? last
  }
}

/**
 * A kept state of a file, checked like the file itself. What the server did not keep of it is as it is now.
 * @param present the row of today, of the same file.
 * @returns null where it was not signed for this file and space.
 */
export async function proveKept(
  api: VaultApi,
  vault: OpenVault,
  { present, kept }: { present: ProvedRow; kept: KeptRow },
): Promise<ProvedFile | null> {
  const row = provedRow.safeParse({ ...present, ...kept.state })
  if (
    !row.success ||
    SIGNED.some((column) => !(column in kept.state)) ||
    kept.kind !== 'file' ||
    kept.item_id !== present.id
  )
    return null
  try {
    return await proveRow(api, vault, {
      row: { ...row.data, id: present.id, space_id: present.space_id },
      id: present.id,
      minimumVersion: 1,
    })
  } catch (error) {
    if (error instanceof VaultError && DOUBTFUL.has(error.code)) return null
    throw error
  }
}

/** A state brings these along: those of today would make it the file as it is. */
const SIGNED = ['manifest', 'manifest_signature', 'version', 'content_id', 'folder_id', 'encryption_key', 'space_epoch']

/** Of what is not, or no longer, to be believed; anything else says nothing about the state. */
const DOUBTFUL: ReadonlySet<string> = new Set(['file_damaged', 'members_differ', 'not_found', 'space_refused'])

const folderState = z.object({
  name: z.string(),
  parent_folder_id: z.uuid().nullable(),
  space_epoch: z.int(),
  version: z.int(),
})

/** A kept state of a folder: null where its name does not open for this folder and space. Where it was is the server's word, as it is of every folder. */
export async function openKept(
  api: VaultApi,
  vault: OpenVault,
  { spaceId, kept }: { spaceId: string; kept: KeptRow },
): Promise<{ name: string; folderId: string | null } | null> {
  const state = folderState.safeParse(kept.state)
  if (!state.success || kept.kind !== 'folder') return null
  const { name: value, parent_folder_id: folderId, space_epoch, version } = state.data
  try {
    await readingSpace(api, vault, { space_id: spaceId, space_epoch })
  } catch (error) {
    if (error instanceof VaultError && DOUBTFUL.has(error.code)) return null
    throw error
  }
  const text = {
    kind: 'folder',
    id: kept.item_id,
    version,
    field: 'name',
    value,
    space_id: spaceId,
    space_epoch,
  } as const
  const name = await openListed(vault, text, spaceId)
  return name === null ? null : { name, folderId }
}
