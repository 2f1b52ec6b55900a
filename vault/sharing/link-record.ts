import { z } from 'zod'
import { type KeyEncryptionKey, asKeyEncryptionKey, fromBase64Url, toBase64Url } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type OwnerRecordOf, type OwnerRecordRow, openOwnerRecord, sealOwnerRecord } from '../session/owner-record.ts'
import type { AddressSecret } from './address-secret.ts'

/** What only the owner of a link can read: its secret, and its terms as they set them. */
export type LinkSecrets = {
  fileId: string
  address: AddressSecret & { check: Uint8Array }
  /** Opens what the link hands over, without its password. */
  linkKey: KeyEncryptionKey
  terms: LinkTerms
}

/** What the server keeps for the owner, and the figures by which it opens and refuses. */
export type LinkTerms = {
  /** ISO 8601. */
  expiresAt: string
  maxDownloads: number | null
  hasPassword: boolean
}

/** Columns of the table that hold the record. */
export type LinkRecordRow = OwnerRecordRow

const recordShape = z.strictObject({
  v: z.literal(1),
  file_id: z.uuid(),
  secret: z.string(),
  check: z.string(),
  link_key: z.string(),
  expires_at: z.iso.datetime(),
  max_downloads: z.int().positive().nullable(),
  has_password: z.boolean(),
})

/** Seals what the owner keeps of a link in its state `version`, for their own devices alone. */
export function sealLinkRecord(
  vault: OpenVault,
  link: { id: string; version: number },
  { fileId, address, linkKey, terms }: LinkSecrets,
): Promise<LinkRecordRow> {
  return sealOwnerRecord(vault, recordOf(link), {
    v: 1,
    file_id: fileId,
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
      fileId: record.file_id,
      address: { key: fromBase64Url(record.secret), check: fromBase64Url(record.check) },
      linkKey: asKeyEncryptionKey(fromBase64Url(record.link_key)),
      terms: { expiresAt: record.expires_at, maxDownloads: record.max_downloads, hasPassword: record.has_password },
    }),
  })
}

const recordOf = ({ id, version }: { id: string; version: number }): OwnerRecordOf => {
  return { kind: 'share-link', id, version }
}
