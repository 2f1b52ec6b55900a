import { z } from 'zod'
import {
  CryptoError,
  type DeliveryKey,
  type KeyEncryptionKey,
  addressCheck,
  asDeliveryKey,
  asKeyEncryptionKey,
  canonicalJson,
  deriveRequest,
  deriveRequestDoor,
  draw,
  fromBase64Url,
  newKdfParameters,
  openDescription,
  randomUuid,
  sealDescription,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { type AddressSecret, requireChecked, writeAddressSecret } from '../sharing/links/address-secret.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type OwnerRecordOf, openOwnerRecord, sealOwnerRecord } from '../session/owner-record.ts'
import { VaultError } from '../session/vault-error.ts'

const SECRET_BYTES = 32
const DAY_MS = 86_400_000

export type NewRequest = {
  title: string
  note: string
  /** Where what arrives is stored; null for the top of the vault. */
  folderId: string | null
  /** 1 to 90. */
  days: number
  /** 1 to 1000. */
  maxFiles: number
  /** Of all files together, before sealing. */
  maxBytes: number
  password: string | null
  /** Shown to senders as who asks; empty shows nothing. */
  name: string
  email: string
}

/** A request as its maker sees it. */
export type OwnRequest = {
  id: string
  /** Null when what the server holds of it does not open, or senders are shown something else. */
  title: string | null
  folderId: string | null
  /** The part of the address after the origin; null with the title. */
  path: string | null
  hasPassword: boolean
  /** ISO 8601. */
  expiresAt: string
  createdAt: string
  endedAt: string | null
  maxFiles: number
  maxBytes: number
  /** As the server counts. */
  filesDelivered: number
  bytesDelivered: number
}

/** What only the maker of a request can read. */
export type RequestSecrets = {
  title: string
  note: string
  folderId: string | null
  address: AddressSecret
  deliveryKey: DeliveryKey
  /** Opens what senders read; null of a request of an earlier release, whose senders may state deliveries as that did. */
  descriptionKey: KeyEncryptionKey | null
}

const COLUMNS =
  'id,description,owner_record,space_id,space_epoch,has_password,expires_at,created_at,ended_at,max_files,max_bytes,files_delivered,bytes_delivered'
const requestRow = z.object({
  id: z.uuid(),
  description: z.string(),
  owner_record: z.string(),
  space_id: z.uuid(),
  space_epoch: z.int(),
  has_password: z.boolean(),
  expires_at: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  max_files: z.int(),
  max_bytes: z.int(),
  files_delivered: z.int(),
  bytes_delivered: z.int(),
})
type RequestRow = z.infer<typeof requestRow>

const firstRecord = z.strictObject({
  v: z.literal(1),
  title: z.string(),
  note: z.string(),
  folder_id: z.uuid().nullable(),
  secret: z.string(),
  delivery_key: z.string(),
})
const recordShape = z.discriminatedUnion('v', [
  firstRecord,
  firstRecord.extend({ v: z.literal(2), description_key: z.string(), check: z.string() }),
])

/**
 * Asks for files: what senders read, and the key that they seal to, lie on the server sealed under a key from the address's secret.
 * The secret stays with this vault as well, so that the address can be copied again and deliveries be checked. The address holds a
 * check of what senders read, because each of them could seal another text, with a key of their own to seal to.
 * @returns the part of the address after the origin.
 * @throws {VaultError}
 */
export async function createRequest(api: VaultApi, vault: OpenVault, wanted: NewRequest, now: Date): Promise<string> {
  const { title, note, folderId, days, maxFiles, maxBytes, password, name, email } = wanted
  const id = randomUuid(systemRandom)
  const key = draw(systemRandom, SECRET_BYTES)
  const parameters = password === null ? null : newKdfParameters(systemRandom)
  const [door, keys] = await Promise.all([
    deriveRequestDoor(key),
    deriveRequest({
      secret: key,
      ...(password !== null && parameters ? { password: { text: password, parameters } } : {}),
    }),
  ])
  const recipientKey = toBase64Url(vault.bundle.keys.xWing)
  const description = utf8(canonicalJson({ v: 1, title, note, name, email, recipient_key: recipientKey }))
  const check = await addressCheck('request', description)
  const [forSender, forOwner] = await Promise.all([
    sealDescription({ key: keys.descriptionKey, requestId: id, plain: description, random: systemRandom }),
    sealOwnerRecord(vault, recordOf(id), {
      v: 2,
      title,
      note,
      folder_id: folderId,
      secret: toBase64Url(key),
      delivery_key: toBase64Url(keys.deliveryKey),
      description_key: toBase64Url(keys.descriptionKey),
      check: toBase64Url(check),
    }),
  ])
  await api.rest('file_requests', {
    method: 'POST',
    prefer: 'return=minimal',
    body: {
      id,
      door_hash: door.tokenHash,
      token_hash: keys.accessTokenHash,
      description: toBase64Url(forSender),
      ...forOwner,
      kdf: parameters && { ...parameters, salt: toBase64Url(parameters.salt) },
      expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
      max_files: maxFiles,
      max_bytes: maxBytes,
    },
  })
  return pathOf(id, { key, check })
}

/** Requests that were not ended by hand, newest first; those that ran out among them. */
export async function listRequests(api: VaultApi, vault: OpenVault): Promise<OwnRequest[]> {
  const rows = await fetchRequests(api, '&ended_at=is.null')
  return Promise.all(rows.map((row) => present(vault, row)))
}

/** What only this vault knows of its requests, by id, ended ones included. One that does not open is left out. */
export async function readRequestSecrets(
  api: VaultApi,
  vault: OpenVault,
  ids: readonly string[],
): Promise<Map<string, RequestSecrets>> {
  const rows = ids.length === 0 ? [] : await fetchRequests(api, `&id=in.(${ids.join(',')})`)
  const secrets = await Promise.all(
    rows.map(async (row): Promise<[string, RequestSecrets] | null> => {
      const opened = await openRecord(vault, row)
      return opened && [row.id, opened]
    }),
  )
  return new Map(secrets.filter((entry) => entry !== null))
}

/** Ends a request at once; what is on its way is refused, what arrived stays. @throws {VaultError} `not_found` */
export async function endRequest(api: VaultApi, id: string, now: Date): Promise<void> {
  const ended = await api.rest(`file_requests?id=eq.${id}&select=id`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: { ended_at: now.toISOString() },
  })
  if (!Array.isArray(ended) || ended.length === 0) throw new VaultError('not_found', 'This request is no longer here.')
}

async function fetchRequests(api: VaultApi, filter: string): Promise<RequestRow[]> {
  const query = `file_requests?select=${COLUMNS}${filter}&order=created_at.desc,id.desc`
  return z.array(requestRow).parse(await api.rest(query))
}

async function present(vault: OpenVault, row: RequestRow): Promise<OwnRequest> {
  const opened = await openRecord(vault, row)
  const secrets = opened && (await isAsWritten(row, opened)) ? opened : null
  return {
    id: row.id,
    title: secrets?.title ?? null,
    folderId: secrets?.folderId ?? null,
    path: secrets && pathOf(row.id, secrets.address),
    hasPassword: row.has_password,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    maxFiles: row.max_files,
    maxBytes: row.max_bytes,
    filesDelivered: row.files_delivered,
    bytesDelivered: row.bytes_delivered,
  }
}

/** Null when it does not open: it was changed, or exchanged for another request's. */
function openRecord(vault: OpenVault, row: RequestRow): Promise<RequestSecrets | null> {
  return openOwnerRecord(vault, recordOf(row.id), {
    row,
    shape: recordShape,
    read: (record) => ({
      title: record.title,
      note: record.note,
      folderId: record.folder_id,
      address: { key: fromBase64Url(record.secret), check: record.v === 1 ? null : fromBase64Url(record.check) },
      deliveryKey: asDeliveryKey(fromBase64Url(record.delivery_key)),
      descriptionKey: record.v === 1 ? null : asKeyEncryptionKey(fromBase64Url(record.description_key)),
    }),
  })
}

/** What the server shows senders is what this vault wrote; of an earlier release that cannot be seen. */
async function isAsWritten(row: RequestRow, { address, descriptionKey: key }: RequestSecrets): Promise<boolean> {
  if (key === null) return true
  try {
    const plain = await openDescription({ key, requestId: row.id, sealed: fromBase64Url(row.description) })
    await requireChecked('request', address, plain)
    return true
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return false
  }
}

const pathOf = (id: string, address: AddressSecret): string => `/r/${id}#${writeAddressSecret(address)}`
const recordOf = (id: string): OwnerRecordOf => ({ kind: 'file-request', id, version: 1 })
