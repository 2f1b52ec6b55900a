import { z } from 'zod'
import {
  type KeyEncryptionKey,
  asKeyEncryptionKey,
  concat,
  fromBase64Url,
  toBase64Url,
  uuidBytes,
  uuidText,
} from '#crypto/index.ts'
import type { OpenVault } from '../../session/open-vault.ts'
import {
  type OwnerRecordOf,
  type OwnerRecordRow,
  openOwnerRecord,
  sealOwnerRecord,
} from '../../session/owner-record.ts'
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
export type LinkRecordRow = OwnerRecordRow

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
  vault: OpenVault,
  link: { id: string; version: number },
  { fileIds, several, address, linkKey, terms }: LinkSecrets,
): Promise<LinkRecordRow> {
  const [fileId] = fileIds
  if (fileId === undefined) throw new TypeError('a link to no file')
  return sealOwnerRecord(vault, recordOf(link), {
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
}

/** Null when it does not open: it was changed, or exchanged for that of another link or of another state. */
export function openLinkRecord(
  vault: OpenVault,
  link: { id: string; version: number },
  row: LinkRecordRow,
): Promise<LinkSecrets | null> {
  return openOwnerRecord(vault, recordOf(link), {
    row,
    shape: recordShape,
    read: (record) => ({
      ...(record.v === 1
        ? { fileIds: [record.file_id], several: null }
        : { fileIds: idsOf(fromBase64Url(record.files)), several: { name: record.name, folderId: record.folder_id } }),
      address: { key: fromBase64Url(record.secret), check: fromBase64Url(record.check) },
      linkKey: asKeyEncryptionKey(fromBase64Url(record.link_key)),
      terms: { expiresAt: record.expires_at, maxDownloads: record.max_downloads, hasPassword: record.has_password },
    }),
  })
}

const recordOf = ({ id, version }: { id: string; version: number }): OwnerRecordOf => {
  return { kind: 'share-link', id, version }
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
