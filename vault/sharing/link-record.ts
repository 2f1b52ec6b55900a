import { z } from 'zod'
import {
  CryptoError,
  type KeyEncryptionKey,
  asKeyEncryptionKey,
  canonicalJson,
  concat,
  fromBase64Url,
  fromUtf8,
  toBase64Url,
  utf8,
  uuidBytes,
  uuidText,
} from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { type AddressSecret, writeAddressSecret } from './address-secret.ts'

const DAY_MS = 86_400_000
const ID_BYTES = 16

/** What only the owner of a link can read: its secret, and its terms as they set them. */
export type LinkSecrets = {
  /** In the order in which the link hands them over. */
  fileIds: readonly string[]
  several: LinkFolder | null
  address: AddressSecret & { check: Uint8Array }
  /** Opens what the link hands over, without its password. */
  linkKey: KeyEncryptionKey
  terms: LinkTerms
}

/** Of a link to several files: the folder that they are the files of, for its owner; both are null where files were chosen one by one. */
export type LinkFolder = { name: string | null; folderId: string | null }

/** What the server keeps for the owner, and the figures by which it opens and refuses. */
export type LinkTerms = {
  /** ISO 8601. */
  expiresAt: string
  maxDownloads: number | null
  hasPassword: boolean
}

/** Columns of the table that hold the record. */
export type LinkRecordRow = { owner_record: string; space_id: string; space_epoch: number }

const common = z.strictObject({
  secret: z.string(),
  check: z.string(),
  link_key: z.string(),
  expires_at: z.iso.datetime(),
  max_downloads: z.int().positive().nullable(),
  has_password: z.boolean(),
})
const recordShape = z.discriminatedUnion('v', [
  common.extend({ v: z.literal(1), file_id: z.uuid() }),
  common.extend({ v: z.literal(2), files: z.string(), name: z.string().nullable(), folder_id: z.uuid().nullable() }),
])

/** Seals what the owner keeps of a link in its state `version`, for their own devices alone. */
export async function sealLinkRecord(
  { personalSpace: space }: OpenVault,
  link: { id: string; version: number },
  { fileIds, several, address, linkKey, terms }: LinkSecrets,
): Promise<LinkRecordRow> {
  const [fileId] = fileIds
  if (fileId === undefined) throw new TypeError('a link to no file')
  const record = canonicalJson({
    ...(several
      ? { v: 2, files: toBase64Url(concat(...fileIds.map(uuidBytes))), name: several.name, folder_id: several.folderId }
      : { v: 1, file_id: fileId }),
    secret: toBase64Url(address.key),
    check: toBase64Url(address.check),
    link_key: toBase64Url(linkKey),
    expires_at: terms.expiresAt,
    max_downloads: terms.maxDownloads,
    has_password: terms.hasPassword,
  })
  const sealed = await space.records.seal(contextOf(link), utf8(record))
  return { owner_record: toBase64Url(sealed), space_id: space.id, space_epoch: space.epoch }
}

/** Null when it does not open: it was changed, or exchanged for that of another link or of another state. */
export async function openLinkRecord(
  vault: OpenVault,
  link: { id: string; version: number },
  row: LinkRecordRow,
): Promise<LinkSecrets | null> {
  // Others have the key of a team space, the server perhaps of one that it made.
  if (row.space_id !== vault.personalSpace.id) return null
  try {
    const { records } = vault.space(row.space_id, row.space_epoch)
    const plain = await records.open(contextOf(link), fromBase64Url(row.owner_record))
    const read = recordShape.parse(JSON.parse(fromUtf8(plain)))
    return {
      ...(read.v === 1
        ? { fileIds: [read.file_id], several: null }
        : { fileIds: idsOf(fromBase64Url(read.files)), several: { name: read.name, folderId: read.folder_id } }),
      address: { key: fromBase64Url(read.secret), check: fromBase64Url(read.check) },
      linkKey: asKeyEncryptionKey(fromBase64Url(read.link_key)),
      terms: { expiresAt: read.expires_at, maxDownloads: read.max_downloads, hasPassword: read.has_password },
    }
  } catch (error) {
    const isDamaged =
      error instanceof CryptoError ||
      error instanceof VaultError ||
      error instanceof SyntaxError ||
      error instanceof z.ZodError
    if (!isDamaged) throw error
    return null
  }
}

const contextOf = ({ id, version }: { id: string; version: number }) => {
  return { kind: 'share-link', id, version, field: 'owner' }
}

/** @throws {CryptoError} `bad_argument` when there is no whole number of them */
function idsOf(bytes: Uint8Array): string[] {
  const starts = Array.from({ length: Math.ceil(bytes.length / ID_BYTES) }, (_, at) => at * ID_BYTES)
  return starts.map((start) => uuidText(bytes.subarray(start, start + ID_BYTES)))
}

/** When a link ends that is made or changed now. @returns ISO 8601 */
export const endAfter = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString()

/** The part of a link's address after the origin. */
export const linkPath = (id: string, address: LinkSecrets['address']): string =>
  `/s/${id}#${writeAddressSecret(address)}`
