import { z } from 'zod'
import { CryptoError } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { openListed } from '../session/open-listed.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { unseenRows } from '../session/unseen-rows.ts'
import { VaultError } from '../session/vault-error.ts'
import { proveEarlierFolder } from '../folders/prove-folders.ts'
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
  record: z.string().nullable().default(null),
  record_signature: z.string().nullable().default(null),
})

/** Where a folder was and what it was called. Without a record, from before there were any: then the place is the server's word, and nobody signed it. */
export type KeptPlace = { name: string; folderId: string | null; signedAt: string | null; signer: string | null }

/** A kept state of a folder. @returns null where its record does not hold, or its name does not open, for this folder and space */
export async function openKept(
  api: VaultApi,
  vault: OpenVault,
  { spaceId, kept }: { spaceId: string; kept: KeptRow },
): Promise<KeptPlace | null> {
  const state = folderState.safeParse(kept.state)
  if (!state.success || kept.kind !== 'folder') return null
  const { record, record_signature, ...rest } = state.data
  const row = { ...rest, id: kept.item_id, space_id: spaceId, record_signature }
  try {
    if (record !== null) return await proveEarlierFolder(api, vault, { ...row, record })
    await readingSpace(api, vault, row)
    const text = { ...row, kind: 'folder', field: 'name', value: row.name } as const
    const name = await openListed(vault, text, spaceId)
    return name === null ? null : { name, folderId: row.parent_folder_id, signedAt: null, signer: null }
  } catch (error) {
    const isBroken = error instanceof CryptoError || error instanceof SyntaxError || error instanceof z.ZodError
    if (isBroken || (error instanceof VaultError && DOUBTFUL.has(error.code))) return null
    throw error
  }
}
