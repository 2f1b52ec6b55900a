import { z } from 'zod'
import { type LinkFolder, type LinkSecrets, type LinkTerms, linkPath, openLinkRecord } from './link-record.ts'
import type { VaultApi } from '../../session/api.ts'
import type { OpenVault } from '../../session/open-vault.ts'
import { readAll } from '../../session/read-all.ts'
import { VaultError } from '../../session/vault-error.ts'

/** A link as its owner sees it; its terms as the owner set them, where this vault keeps them. */
export type OwnLink = LinkTerms & {
  id: string
  /** Every file that it was made for, in its order. */
  fileIds: readonly string[]
  /** Those of them that it still opens, as the server says; what lies in the trash is among them. */
  openIds: readonly string[]
  /** Null of a link to one file. */
  several: LinkFolder | null
  /** Counts the changes of its terms. */
  version: number
  /** As the server counts. */
  downloads: number
  createdAt: string
  /** The part of the address after the origin; null when it cannot be shown. */
  path: string | null
  /** Why not: made by an earlier release, which did not keep it, or what the server holds is not what this vault stored. */
  problem: 'not_kept' | 'changed' | null
}

const COLUMNS =
  'id,file_id,share_link_files(file_id),has_password,expires_at,max_downloads,downloads,created_at,version,owner_record,space_id,space_epoch'
/** A link to a thousand files has rows and a record of 80 KB. */
const LINKS_AT_ONCE = 100
const linkRow = z.object({
  id: z.uuid(),
  file_id: z.uuid().nullable(),
  share_link_files: z.array(z.object({ file_id: z.uuid() })),
  has_password: z.boolean(),
  expires_at: z.string(),
  max_downloads: z.int().nullable(),
  downloads: z.int(),
  created_at: z.string(),
  version: z.int(),
  owner_record: z.string().nullable(),
  space_id: z.uuid().nullable(),
  space_epoch: z.int().nullable(),
})
type LinkRow = z.infer<typeof linkRow>

/** Links that were not ended by hand, newest first, of one file or of all; those that ran out among them. */
export function listLinks(api: VaultApi, vault: OpenVault, fileId?: string): Promise<OwnLink[]> {
  return readLinks(api, vault, { fileId })
}

/** One link that was not ended by hand. @param id a UUID */
export async function findLink(api: VaultApi, vault: OpenVault, id: string): Promise<OwnLink | undefined> {
  return (await readLinks(api, vault, { id }))[0]
}

/** @throws {VaultError} `share_refused` when the server answers with the link of another file, or with another link */
async function readLinks(
  api: VaultApi,
  vault: OpenVault,
  { id, fileId }: { id?: string; fileId?: string | undefined },
): Promise<OwnLink[]> {
  const one = id === undefined ? '' : `&id=eq.${id}`
  // Among the files of a link to several, or the file of a link to one.
  const among =
    fileId === undefined
      ? ''
      : `&among.file_id=eq.${fileId}&among.ended_at=is.null&or=(file_id.eq.${fileId},among.not.is.null)`
  const columns = fileId === undefined ? COLUMNS : `${COLUMNS},among:share_link_files(link_id)`
  const query = `share_links?select=${columns}&revoked_at=is.null&share_link_files.ended_at=is.null${one}${among}&order=created_at.desc,id.desc`
  const all = await readAll(api, linkRow, query, undefined, LINKS_AT_ONCE)
  const isAskedFor = (row: LinkRow) =>
    row.id === (id ?? row.id) && (fileId === undefined || namedBy(row).some((named) => named === fileId))
  if (!all.every(isAskedFor)) throw new VaultError('share_refused', 'The server answered with another link.')
  return Promise.all(all.map(async (row) => present(row, await linkSecretsOf(vault, row))))
}

/** Files that the server says the link opens. */
const namedBy = ({ file_id, share_link_files }: LinkRow): string[] =>
  file_id === null ? share_link_files.map((named) => named.file_id) : [file_id]

/** What this vault keeps of a link: undefined when it was made before that was kept, null when the record is not its own. */
export async function linkSecretsOf(
  vault: OpenVault,
  {
    id,
    version,
    owner_record,
    space_id,
    space_epoch,
  }: Pick<LinkRow, 'id' | 'version' | 'owner_record' | 'space_id' | 'space_epoch'>,
): Promise<LinkSecrets | null | undefined> {
  if (owner_record === null) return undefined
  if (space_id === null || space_epoch === null) return null
  return openLinkRecord(vault, { id, version }, { owner_record, space_id, space_epoch })
}

/** The figures are those that the owner sealed; where the server keeps others, the link is shown as changed, and not handed out. */
function present(row: LinkRow, secrets: LinkSecrets | null | undefined): OwnLink {
  const isChanged = secrets === null || (secrets !== undefined && !isAsSet(row, secrets))
  return {
    id: row.id,
    fileIds: secrets?.fileIds ?? namedBy(row),
    openIds: namedBy(row),
    several: secrets ? secrets.several : row.file_id === null ? { name: null, folderId: null } : null,
    version: row.version,
    ...(secrets?.terms ?? {
      expiresAt: row.expires_at,
      maxDownloads: row.max_downloads,
      hasPassword: row.has_password,
    }),
    downloads: row.downloads,
    createdAt: row.created_at,
    path: secrets && !isChanged ? linkPath(row.id, secrets.address) : null,
    problem: isChanged ? 'changed' : secrets ? null : 'not_kept',
  }
}

/**
 * Whether the server keeps a link as its owner set it. Of several files it may have fewer, because one that gets other content or is
 * deleted leaves the link; the owner is shown how many are left.
 */
function isAsSet(row: LinkRow, { fileIds, several, terms }: LinkSecrets): boolean {
  const set = new Set(fileIds)
  return (
    (row.file_id === null) === (several !== null) &&
    namedBy(row).every((named) => set.has(named)) &&
    row.has_password === terms.hasPassword &&
    row.max_downloads === terms.maxDownloads &&
    new Date(row.expires_at).getTime() === new Date(terms.expiresAt).getTime()
  )
}

/** Ends a link at once, downloads under way included. @throws {VaultError} `not_found` */
export async function revokeLink(api: VaultApi, id: string, now: Date): Promise<void> {
  const ended = await api.rest(`share_links?id=eq.${id}&select=id`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: { revoked_at: now.toISOString() },
  })
  if (!Array.isArray(ended) || ended.length === 0) throw new VaultError('not_found', 'This link is no longer here.')
}
