import { z } from 'zod'
import {
  type KdfParameters,
  deriveLink,
  deriveLinkDoor,
  fromBase64Url,
  openFromLink,
  segmentCount,
} from '#crypto/index.ts'
import { type AddressSecret, readAddressSecret, requireChecked } from './address-secret.ts'
import type { VaultApi } from '../../session/api.ts'
import type { LinkVisit } from './link-visit.ts'
import { type LinkContents, type LinkFile, readLinkContents } from './link-contents.ts'
import { type ContentKeys, type LinkPlace, linkAddress } from '../../transfer/content-keys.ts'
import { parseSegmentHashes } from '../../transfer/segment-leaves.ts'
import { VaultError } from '../../session/vault-error.ts'
import { rethrowWeakKdf } from '../../session/credentials.ts'

/** A link as it was followed: the id from the path, the secret from the fragment. */
export type FollowedLink = { id: string; secret: AddressSecret }

/** What the visitor learns, and what a download takes. */
export type OpenLink = Omit<LinkContents, 'files'> & {
  id: string
  files: readonly VisitorsFile[]
  /** ISO 8601; a promise of the server. */
  expiresAt: string
  downloadsLeft: number | null
  shown: { door: string; token: string }
}

/** A file that the link hands over. `isMissing`: the server says that it does not give the bytes now; it never gives others. */
export type VisitorsFile = LinkFile & { isMissing: boolean }

const doorShape = z.object({
  kdf: z.object({ salt: z.string(), m: z.int(), t: z.int(), p: z.int(), v: z.int() }).nullable(),
})
const answerShape = z.object({
  handover: z.string(),
  expires_at: z.string(),
  downloads_left: z.int().nullable(),
  files: z.array(z.uuid()).optional(),
})
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
    const { files, several, sender } = readLinkContents(plain)
    const given = several && new Set(answer.files)
    return {
      id,
      files: files.map((file) => ({ ...file, isMissing: given !== null && !given.has(file.fileId) })),
      several,
      sender,
      expiresAt: answer.expires_at,
      downloadsLeft: answer.downloads_left,
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
export async function startLinkDownload(api: VaultApi, link: OpenLink, fileId?: string): Promise<ContentKeys> {
  return linkContent(api, link, await beginVisit(api, link), fileId)
}

/**
 * What reads the bytes of a file as long as the visit lasts.
 * @param fileId of several files; the file itself where there is one.
 * @throws {VaultError} `share_link_file_missing`
 */
export async function linkContent(
  api: VaultApi,
  link: OpenLink,
  { ticket }: LinkVisit,
  fileId = link.files[0]?.fileId,
): Promise<ContentKeys> {
  const file = link.files.find((one) => one.fileId === fileId)
  if (!file) throw new VaultError('share_link_file_missing', 'The link has no such file.')
  const { contentRoot, segmentBytes } = file.content
  const { sizeBytes } = file
  const place = { id: link.id, ticket, ...(link.several ? { fileId: file.fileId } : {}) }
  const needsHashes = contentRoot !== undefined && segmentCount(sizeBytes, segmentBytes) > 1
  return {
    ...file.content,
    segmentHashes: needsHashes ? await fetchHashes(api, place) : undefined,
    storagePath: '',
    sizeBytes,
    iv: undefined,
    link: place,
  }
}

const ticketOf = (visit: LinkVisit | null): Record<string, string> => (visit ? { 'x-link-ticket': visit.ticket } : {})

/** Hashes of the segments; whether they are the right ones shows the root that the link hands over. */
async function fetchHashes(api: VaultApi, place: LinkPlace): Promise<Uint8Array | undefined> {
  const headers = { 'x-link-ticket': place.ticket }
  const response = await api.fetch(`${linkAddress(place)}/segment-hashes`, { method: 'GET', headers })
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
