import { z } from 'zod'
import {
  type KdfParameters,
  addressCheck,
  canonicalJson,
  deriveLink,
  deriveLinkDoor,
  draw,
  newKdfParameters,
  randomUuid,
  sealForLink,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { writeAddressSecret } from './address-secret.ts'
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

/** A link as its owner sees it. Its secret is not among this: the server never had it. */
export type OwnLink = {
  id: string
  fileId: string
  hasPassword: boolean
  /** ISO 8601. */
  expiresAt: string
  maxDownloads: number | null
  downloads: number
  createdAt: string
}

const linkRow = z.object({
  id: z.uuid(),
  file_id: z.uuid(),
  has_password: z.boolean(),
  expires_at: z.string(),
  max_downloads: z.int().nullable(),
  downloads: z.int(),
  created_at: z.string(),
})

/**
 * Makes a link to one file as it is now: its key, name, size and content root are sealed under a key that follows from the link's
 * own secret. The address holds a check of that, because each of its visitors could seal another.
 *
 * @returns the part of the address after the origin; the fragment is the secret with the check, and is nowhere else.
 * @throws {VaultError}
 */
export async function createLink(api: VaultApi, vault: OpenVault, wanted: NewLink, now: Date): Promise<string> {
  const { fileId, days, password, maxDownloads, sender } = wanted
  const { manifest, metadata, fileKey } = await proveWithRoot(api, vault, fileId)
  const id = randomUuid(systemRandom)
  const key = draw(systemRandom, LINK_SECRET_BYTES)
  const parameters = password === null ? null : newKdfParameters(systemRandom)
  const [door, keys] = await Promise.all([
    deriveLinkDoor(key),
    deriveLink({
      secret: key,
      ...(password !== null && parameters ? { password: { text: password, parameters } } : {}),
    }),
  ])
  const handover = canonicalJson({
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
  })
  const plain = utf8(handover)
  const sealed = await sealForLink({ linkKey: keys.linkKey, linkId: id, plain, random: systemRandom })
  await api.rest('share_links', {
    method: 'POST',
    prefer: 'return=minimal',
    body: {
      id,
      file_id: fileId,
      door_hash: door.tokenHash,
      token_hash: keys.accessTokenHash,
      handover: toBase64Url(sealed),
      kdf: parameters && onWire(parameters),
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
      max_downloads: maxDownloads,
    },
  })
  return `/s/${id}#${writeAddressSecret({ key, check: await addressCheck('link', plain) })}`
}

/** Links that were not ended by hand, newest first, of one file or of all; those that ran out among them. */
export function listLinks(api: VaultApi, fileId?: string): Promise<OwnLink[]> {
  return readLinks(api, fileId === undefined ? '' : `&file_id=eq.${fileId}`)
}

/** One link that was not ended by hand. @param id a UUID */
export async function findLink(api: VaultApi, id: string): Promise<OwnLink | undefined> {
  return (await readLinks(api, `&id=eq.${id}`))[0]
}

async function readLinks(api: VaultApi, filter: string): Promise<OwnLink[]> {
  const columns = 'id,file_id,has_password,expires_at,max_downloads,downloads,created_at'
  const query = `share_links?select=${columns}&revoked_at=is.null${filter}&order=created_at.desc,id.desc`
  return (await readAll(api, linkRow, query)).map((row) => ({
    id: row.id,
    fileId: row.file_id,
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    maxDownloads: row.max_downloads,
    downloads: row.downloads,
    createdAt: row.created_at,
  }))
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

const onWire = ({ salt, m, t, p, v }: KdfParameters) => ({ salt: toBase64Url(salt), m, t, p, v })
