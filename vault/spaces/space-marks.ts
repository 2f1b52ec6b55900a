import { z } from 'zod'
import { CryptoError, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'

/** What a member marked in a team space for themselves. The other members neither see nor hear of it. */
export type SpaceMarks = {
  /** Ids of files and folders. */
  stars: readonly string[]
  /** Ids of the member's own tags, by the id of the file. */
  tags: Readonly<Record<string, readonly string[]>>
}

const TRIES = 5
/** The record is as long as the next multiple of this: one more star does not show in its length. */
const PADDED_BYTES = 2048
/** A file or folder costs some forty bytes; the server takes a little more than this. */
const FULL_BYTES = 700_000

const NO_MARKS: SpaceMarks = { stars: [], tags: {} }
const marksShape = z.object({ stars: z.array(z.uuid()), tags: z.record(z.uuid(), z.array(z.uuid())) })
const rowShape = z.array(
  z.object({ sealed: z.string(), version: z.int().positive(), space_id: z.uuid(), space_epoch: z.int() }),
)

/** The marks of one team space. A record that does not open shows as none; it is never written over. */
export async function readMarks(api: VaultApi, vault: OpenVault, teamSpaceId: string): Promise<SpaceMarks> {
  try {
    return (await fetchMarks(api, vault, teamSpaceId)).marks
  } catch (error) {
    if (error instanceof VaultError && error.code === 'file_damaged') return NO_MARKS
    throw error
  }
}

/** Stars and their removal. */
export function markStarred(
  api: VaultApi,
  vault: OpenVault,
  { teamSpaceId, ids, isStarred }: { teamSpaceId: string; ids: readonly string[]; isStarred: boolean },
): Promise<void> {
  return changeMarks(api, vault, teamSpaceId, ({ stars, tags }) => {
    const kept = new Set(stars)
    for (const id of ids) {
      if (isStarred) kept.add(id)
      else kept.delete(id)
    }
    return { stars: [...kept], tags }
  })
}

/** Puts one of the member's own tags on a file of the space, or takes it off. */
export function markTagged(
  api: VaultApi,
  vault: OpenVault,
  { teamSpaceId, fileId, tagId, isOn }: { teamSpaceId: string; fileId: string; tagId: string; isOn: boolean },
): Promise<void> {
  return changeMarks(api, vault, teamSpaceId, ({ stars, tags: { [fileId]: before = [], ...others } }) => {
    const after = before.filter((id) => id !== tagId)
    if (isOn) after.push(tagId)
    return { stars, tags: after.length > 0 ? { ...others, [fileId]: after } : others }
  })
}

/** Reads, changes and writes; again where another device wrote meanwhile. @throws {VaultError} `file_damaged` | `limit_reached` */
async function changeMarks(
  api: VaultApi,
  vault: OpenVault,
  teamSpaceId: string,
  change: (marks: SpaceMarks) => SpaceMarks,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { marks, version } = await fetchMarks(api, vault, teamSpaceId)
    const plain = padded(change(marks))
    if (await writeMarks(api, vault, { teamSpaceId, plain, over: version })) return
  }
  throw new VaultError('offline', 'These marks are being changed somewhere else; try again.')
}

/** @returns version 0 where nothing was marked yet. */
async function fetchMarks(
  api: VaultApi,
  vault: OpenVault,
  teamSpaceId: string,
): Promise<{ marks: SpaceMarks; version: number }> {
  const query = `space_marks?select=sealed,version,space_id,space_epoch&team_space_id=eq.${teamSpaceId}`
  const [row] = rowShape.parse(await api.rest(query))
  if (!row) return { marks: NO_MARKS, version: 0 }
  try {
    // Nobody else has the key of this space; what a member could seal is not taken for one's own marks.
    if (row.space_id !== vault.personalSpace.id) throw new CryptoError('open_failed', 'marks')
    const { records } = vault.space(row.space_id, row.space_epoch)
    const plain = await records.open(nameOf(teamSpaceId, row.version), fromBase64Url(row.sealed))
    return { marks: marksShape.parse(JSON.parse(fromUtf8(plain))), version: row.version }
  } catch (cause) {
    const isDamage = cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError
    if (!isDamage && !(cause instanceof VaultError)) throw cause
    throw new VaultError('file_damaged', 'Stars and tags of this team space do not open; nothing was changed.', {
      cause,
    })
  }
}

type Written = { teamSpaceId: string; plain: Uint8Array; over: number }

/** @param change.over version of the row that is replaced, 0 for none: of two changes at once one is refused. @returns false for that one. */
async function writeMarks(api: VaultApi, vault: OpenVault, { teamSpaceId, plain, over }: Written): Promise<boolean> {
  const { personalSpace: space } = vault
  const version = over + 1
  const sealed = toBase64Url(await space.records.seal(nameOf(teamSpaceId, version), plain))
  const body = { sealed, version, space_id: space.id, space_epoch: space.epoch }
  const written = await (over === 0
    ? api.rest('space_marks?select=version', {
        method: 'POST',
        prefer: 'return=representation,resolution=ignore-duplicates',
        body: { ...body, team_space_id: teamSpaceId },
      })
    : api.rest(`space_marks?team_space_id=eq.${teamSpaceId}&version=eq.${over}&select=version`, {
        method: 'PATCH',
        prefer: 'return=representation',
        body,
      }))
  return Array.isArray(written) && written.length === 1
}

/** JSON takes spaces at its end. */
function padded(marks: SpaceMarks): Uint8Array {
  const text = utf8(JSON.stringify(marks))
  if (text.length > FULL_BYTES)
    throw new VaultError('limit_reached', 'This team space has as many stars and tags of yours as fit.')
  const plain = new Uint8Array(Math.ceil(text.length / PADDED_BYTES) * PADDED_BYTES).fill(0x20)
  plain.set(text)
  return plain
}

const nameOf = (teamSpaceId: string, version: number) => ({ kind: 'marks', id: teamSpaceId, version, field: 'marks' })
