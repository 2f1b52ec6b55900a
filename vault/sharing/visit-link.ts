import { z } from 'zod'
import {
  type FileKey,
  type KdfParameters,
  asFileKey,
  deriveLink,
  deriveLinkDoor,
  fromBase64Url,
  fromUtf8,
  openFromLink,
  segmentCount,
} from '#crypto/index.ts'
import { type AddressSecret, readAddressSecret, requireChecked } from './address-secret.ts'
import type { VaultApi } from '../session/api.ts'
import type { ContentKeys } from '../transfer/content-keys.ts'
import { safeFileName } from '../files/file-name.ts'
import { parseSegmentHashes } from '../transfer/segment-leaves.ts'
import { VaultError } from '../session/vault-error.ts'
import { rethrowWeakKdf } from '../session/credentials.ts'

/** A link as it was followed: the id from the path, the secret from the fragment. */
export type FollowedLink = { id: string; secret: AddressSecret }

/** What the server counts: within it, looking and downloading are one. */
export type LinkVisit = {
  /** Reads the sealed bytes, and nothing else. */
  ticket: string
  /** Milliseconds since 1970, by this device's clock. */
  untilMs: number
}

/** What the visitor learns, and what a download takes. */
export type OpenLink = {
  id: string
  name: string
  mimeType: string
  sizeBytes: number
  /** Who shared, as far as the owner chose to say; no signature stands behind it. */
  sender: string | null
  /** ISO 8601; a promise of the server. */
  expiresAt: string
  downloadsLeft: number | null
  content: {
    contentId: string
    fileKey: FileKey
    headerTag: Uint8Array
    segmentBytes: number
    /** Undefined in a link of an earlier release. */
    contentRoot: Uint8Array | undefined
  }
  shown: { door: string; token: string }
}

const doorShape = z.object({
  kdf: z.object({ salt: z.string(), m: z.int(), t: z.int(), p: z.int(), v: z.int() }).nullable(),
})
const answerShape = z.object({ handover: z.string(), expires_at: z.string(), downloads_left: z.int().nullable() })
const firstHandover = z.strictObject({
  v: z.literal(1),
  file_id: z.uuid(),
  content_id: z.uuid(),
  file_key: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().nonnegative(),
  header_tag: z.string(),
  segment_bytes: z.int(),
  sender: z.string().nullable(),
})
const handoverShape = z.discriminatedUnion('v', [
  firstHandover,
  firstHandover.extend({ v: z.literal(2), content_root: z.string() }),
])
const visitShape = z.object({ ticket: z.string(), seconds: z.int().positive() })
const hashesShape = z.object({ segment_hashes: z.string().nullable() })

/** Reads `#…` of a link's address. @throws {VaultError} `share_link_unknown` when the secret is missing or cut off. */
export function readLinkSecret(fragment: string): AddressSecret {
  const secret = readAddressSecret(fragment)
  if (secret) return secret
  throw new VaultError('share_link_unknown', 'The end of the link is missing.')
}

/**
 * Asks whether the link lives and how its password is stretched; null without a password.
 * @throws {VaultError} `share_link_unknown` | `share_link_revoked` | `share_link_expired` | `share_link_used_up` |
 *   `share_link_unavailable`
 */
export async function knockAtLink(
  api: VaultApi,
  { id, secret }: FollowedLink,
  visit: LinkVisit | null = null,
): Promise<KdfParameters | null> {
  const { token } = await deriveLinkDoor(secret.key)
  const { kdf } = await ask(api, `${id}/door`, { 'x-link-door': token, ...ticketOf(visit) }, doorShape)
  return kdf && { ...kdf, salt: saltOf(kdf.salt) }
}

/**
 * Opens what the link hands over. With a wrong password the token is another one, so the server answers as for an unknown link.
 * @throws {VaultError} as `knockAtLink`; `share_link_password`, `share_link_damaged`, `weak_settings`
 */
export async function openLink(
  api: VaultApi,
  { id, secret }: FollowedLink,
  password: { text: string; parameters: KdfParameters } | null,
  visit: LinkVisit | null = null,
): Promise<OpenLink> {
  const { token: door } = await deriveLinkDoor(secret.key)
  const keys = await deriveLink({ secret: secret.key, ...(password ? { password } : {}) }).catch(rethrowWeakKdf)
  const headers = { 'x-link-door': door, 'x-link-token': keys.accessToken, ...ticketOf(visit) }
  const answer = await ask(api, `${id}/handover`, headers, answerShape).catch((error: unknown) => {
    if (!password || !(error instanceof VaultError) || error.code !== 'share_link_unknown') throw error
    throw new VaultError('share_link_password', 'The password does not open this link.', { cause: error })
  })
  try {
    const sealed = fromBase64Url(answer.handover)
    const plain = await openFromLink({ linkKey: keys.linkKey, linkId: id, sealed })
    await requireChecked('link', secret, plain)
    const read = handoverShape.parse(JSON.parse(fromUtf8(plain)))
    return {
      id,
      name: safeFileName(read.name),
      mimeType: read.type,
      sizeBytes: read.size,
      sender: read.sender,
      expiresAt: answer.expires_at,
      downloadsLeft: answer.downloads_left,
      content: {
        contentId: read.content_id,
        fileKey: asFileKey(fromBase64Url(read.file_key)),
        headerTag: fromBase64Url(read.header_tag),
        segmentBytes: read.segment_bytes,
        contentRoot: read.v === 1 ? undefined : fromBase64Url(read.content_root),
      },
      shown: { door, token: keys.accessToken },
    }
  } catch (cause) {
    throw new VaultError('share_link_damaged', 'What this link hands over was changed; nothing was opened.', { cause })
  }
}

/** Begins a visit, which the server counts. @throws {VaultError} */
export async function beginVisit(api: VaultApi, link: OpenLink): Promise<LinkVisit> {
  const headers = { 'x-link-door': link.shown.door, 'x-link-token': link.shown.token }
  const { ticket, seconds } = await ask(api, `${link.id}/downloads`, headers, visitShape)
  return { ticket, untilMs: Date.now() + seconds * 1000 }
}

/** Begins a visit for one download. @returns what reads the bytes, within an hour. @throws {VaultError} */
export async function startLinkDownload(api: VaultApi, link: OpenLink): Promise<ContentKeys> {
  return linkContent(api, link, await beginVisit(api, link))
}

/** What reads the bytes as long as the visit lasts. @throws {VaultError} */
export async function linkContent(api: VaultApi, link: OpenLink, { ticket }: LinkVisit): Promise<ContentKeys> {
  const { contentRoot, segmentBytes } = link.content
  const needsHashes = contentRoot !== undefined && segmentCount(link.sizeBytes, segmentBytes) > 1
  return {
    ...link.content,
    segmentHashes: needsHashes ? await fetchHashes(api, { id: link.id, ticket }) : undefined,
    storagePath: '',
    sizeBytes: link.sizeBytes,
    iv: undefined,
    link: { id: link.id, ticket },
  }
}

const ticketOf = (visit: LinkVisit | null): Record<string, string> => (visit ? { 'x-link-ticket': visit.ticket } : {})

/** Hashes of the segments; whether they are the right ones shows the root that the link hands over. */
async function fetchHashes(
  api: VaultApi,
  { id, ticket }: { id: string; ticket: string },
): Promise<Uint8Array | undefined> {
  const headers = { 'x-link-ticket': ticket }
  const response = await api.fetch(`/links/v1/${id}/segment-hashes`, { method: 'GET', headers })
  const parsed = hashesShape.safeParse(await response.json().catch(() => undefined))
  return parseSegmentHashes(parsed.data?.segment_hashes ?? null)
}

async function ask<T>(api: VaultApi, path: string, headers: Record<string, string>, shape: z.ZodType<T>): Promise<T> {
  const response = await api.fetch(`/links/v1/${path}`, { method: 'POST', headers })
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  throw new VaultError('share_link_damaged', 'The server did not answer as a link does.', { cause: parsed.error })
}

function saltOf(text: string): Uint8Array {
  try {
    return fromBase64Url(text)
  } catch (cause) {
    throw new VaultError('weak_settings', 'The server offered settings that are none.', { cause })
  }
}
