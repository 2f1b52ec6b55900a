import { z } from 'zod'
import {
  addressCheck,
  canonicalJson,
  deriveLinkDoor,
  draw,
  randomUuid,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { writeAddressSecret } from './address-secret.ts'
import { lockLink } from './link-keys.ts'
import { type LinkSecrets, type LinkTerms, openLinkRecord, sealLinkRecord } from './link-record.ts'
import type { VaultApi } from '../session/api.ts'
import { proveWithRoot } from '../files/file-records.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { readAll } from '../session/read-all.ts'
import { VaultError } from '../session/vault-error.ts'

const LINK_SECRET_BYTES = 32
const DAY_MS = 86_400_000

export type NewLink = {
  fileId: string
  /** 1 to 90. */
  days: number
  password: string | null
  maxDownloads: number | null
  /** Shown to visitors as who shared; null shows nobody. */
  sender: string | null
}

/** A link as its owner sees it; its terms as the owner set them, where this vault keeps them. */
export type OwnLink = LinkTerms & {
  id: string
  fileId: string
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
  'id,file_id,has_password,expires_at,max_downloads,downloads,created_at,version,owner_record,space_id,space_epoch'
const linkRow = z.object({
  id: z.uuid(),
  file_id: z.uuid(),
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

/**
 * Makes a link to one file as it is now: its key, name, size and content root are sealed under a key that follows from the link's
 * own secret. The address holds a check of that, because each of its visitors could seal another. The secret stays with this vault as
 * well, so that the address can be shown again.
 *
 * @returns the part of the address after the origin; the fragment is the secret with the check.
 * @throws {VaultError}
 */
export async function createLink(api: VaultApi, vault: OpenVault, wanted: NewLink, now: Date): Promise<string> {
  const { fileId, days, password, maxDownloads, sender } = wanted
  const { manifest, metadata, fileKey } = await proveWithRoot(api, vault, fileId)
  const id = randomUuid(systemRandom)
  const key = draw(systemRandom, LINK_SECRET_BYTES)
  const handover = utf8(
    canonicalJson({
      v: 2,
      file_id: fileId,
      content_id: manifest.contentId,
      file_key: toBase64Url(fileKey),
      name: metadata.name,
      type: metadata.type,
      size: metadata.size,
      header_tag: toBase64Url(manifest.headerTag),
      segment_bytes: manifest.segmentBytes,
      content_root: toBase64Url(manifest.contentRoot),
      sender,
    }),
  )
  const [door, { linkKey, lock }, check] = await Promise.all([
    deriveLinkDoor(key),
    lockLink({ linkId: id, secret: key, password, handover }),
    addressCheck('link', handover),
  ])
  const address = { key, check }
  const terms = { expiresAt: endAfter(days, now), maxDownloads, hasPassword: password !== null }
  const record = await sealLinkRecord(vault, { id, version: 1 }, { fileId, address, linkKey, terms })
  await api.rest('share_links', {
    method: 'POST',
    prefer: 'return=minimal',
    body: {
      id,
      file_id: fileId,
      door_hash: door.tokenHash,
      ...lock,
      ...record,
      expires_at: terms.expiresAt,
      max_downloads: maxDownloads,
    },
  })
  return linkPath(id, address)
}

/** When a link ends that is made or changed now. @returns ISO 8601 */
export const endAfter = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString()

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
  const filter = `${id === undefined ? '' : `&id=eq.${id}`}${fileId === undefined ? '' : `&file_id=eq.${fileId}`}`
  const query = `share_links?select=${COLUMNS}&revoked_at=is.null${filter}&order=created_at.desc,id.desc`
  const rows = await readAll(api, linkRow, query)
  const isAskedFor = (row: LinkRow) => row.id === (id ?? row.id) && row.file_id === (fileId ?? row.file_id)
  if (!rows.every(isAskedFor)) throw new VaultError('share_refused', 'The server answered with another link.')
  return Promise.all(rows.map(async (row) => present(row, await linkSecretsOf(vault, row))))
}

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
    fileId: row.file_id,
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

/** Whether the server keeps a link as its owner set it. */
function isAsSet(row: LinkRow, { fileId, terms }: LinkSecrets): boolean {
  return (
    row.file_id === fileId &&
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

const linkPath = (id: string, address: LinkSecrets['address']): string => `/s/${id}#${writeAddressSecret(address)}`
