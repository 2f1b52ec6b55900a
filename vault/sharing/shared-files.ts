import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type Grant,
  type Manifest,
  asFileKey,
  fromBase64Url,
  fromHex,
  fromUtf8,
  isGrantExpired,
  keyId,
  openSharedRecord,
  parseWrap,
  unwrapKey,
  verifyGrant,
  verifyManifest,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { safeFileName } from '../files/file-name.ts'
import { damaged, VaultError } from '../session/vault-error.ts'
import { noteVersion } from '../session/version-memory.ts'
import { type FileMetadata, metadataShape } from '../files/file-columns.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type Peer, keyChanged, pinPeers, readPeer } from './people.ts'
import { type Trust, isBlocked } from '../pins/trust.ts'
import { readAll } from '../session/read-all.ts'

/** A file that somebody shared with this account. */
export type SharedFile = {
  id: string
  /** Null when something about it cannot be trusted; `problem` says what. */
  name: string | null
  mimeType: string
  sizeBytes: number
  ownerId: string
  ownerEmail: string
  ownerName: string
  trust: Trust
  /** ISO 8601. */
  sharedAt: string
  expiresAt: string | null
  problem: 'key_changed' | 'file_damaged' | null
}

const sharedRow = z.object({
  file_id: z.uuid(),
  owner_id: z.uuid(),
  owner_email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  wrapped_key: z.string(),
  grant_text: z.string(),
  grant_signature: z.string(),
  shared_at: z.string(),
  shared_record: z.string().nullable(),
  file_size: z.number(),
  version: z.int(),
  content_id: z.uuid().nullable(),
  storage_path: z.string(),
  manifest: z.string().nullable(),
  manifest_signature: z.string().nullable(),
  /** Null in a list. */
  segment_hashes: z.string().nullable(),
})
type SharedRow = z.infer<typeof sharedRow>

type ProvedShare = {
  row: SharedRow
  owner: Peer
  grant: Grant
  manifest: Manifest
  metadata: FileMetadata
  fileKey: FileKey
}

/**
 * Files that people have shared with this account, newest first. Rows without a grant that their owner signed for this account are
 * left out: the server can plant rows, not grants. Nobody's keys are remembered by looking at the list; opening a file does.
 */
export async function listSharedWithMe(api: VaultApi, vault: OpenVault, now: Date): Promise<SharedFile[]> {
  const rows = await fetchRows(api, {})
  const owners = new Map<string, Promise<Peer>>()
  const ownerOf = (row: SharedRow): Promise<Peer> => {
    const known = owners.get(row.owner_id) ?? peerOf(vault, row)
    owners.set(row.owner_id, known)
    return known
  }
  const read = await Promise.all(rows.map((row) => present(vault, row, { now, owner: ownerOf(row) })))
  return read.filter((file) => file !== null)
}

async function present(
  vault: OpenVault,
  row: SharedRow,
  { now, owner: asked }: { now: Date; owner: Promise<Peer> },
): Promise<SharedFile | null> {
  const seen = {
    id: row.file_id,
    name: null,
    mimeType: '',
    sizeBytes: row.file_size,
    ownerId: row.owner_id,
    ownerEmail: row.owner_email ?? '',
    ownerName: [row.first_name, row.last_name].filter(Boolean).join(' '),
    sharedAt: row.shared_at,
    expiresAt: null,
  }
  try {
    const owner = await asked
    const { metadata, grant } = await prove(vault, row, { owner, now })
    const { name, type, size } = metadata
    const opened = { name: safeFileName(name), mimeType: type, sizeBytes: size, expiresAt: grant.expires }
    return { ...seen, ...opened, trust: owner.trust, problem: null }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    if (error.code === 'key_changed') return { ...seen, trust: 'changed', problem: 'key_changed' }
    return error.code === 'file_damaged' ? { ...seen, trust: (await asked).trust, problem: 'file_damaged' } : null
  }
}

/**
 * Reads and checks one file that was shared with this account: whose keys, which grant, whose manifest, which name.
 * @throws {VaultError} `share_ended` | `share_refused` | `key_changed` | `file_damaged`
 */
export async function proveShared(api: VaultApi, vault: OpenVault, fileId: string, now: Date): Promise<ProvedShare> {
  const [row] = await fetchRows(api, { file: fileId })
  if (!row) throw new VaultError('share_ended', 'This file is no longer shared with this account.')
  if (row.file_id !== fileId) throw refused()
  const owner = await peerOf(vault, row)
  const proved = await prove(vault, row, { owner, now })
  await pinPeers(api, vault, { peers: [owner], by: 'seen' })
  await rememberGrant(api, vault, proved.grant)
  return proved
}

/** Takes a file that others shared off the own list. */
export async function leaveShare(api: VaultApi, vault: OpenVault, fileId: string): Promise<void> {
  await api.rest(`file_access?file_id=eq.${fileId}&user_id=eq.${vault.userId}&granted_by=not.is.null`, {
    method: 'DELETE',
  })
}

function fetchRows(api: VaultApi, body: { file?: string }): Promise<SharedRow[]> {
  return readAll(api, sharedRow, 'rpc/files_shared_with_me?order=shared_at.desc,file_id', body)
}

function peerOf(vault: OpenVault, row: SharedRow): Promise<Peer> {
  const { owner_id: userId, statement, signature } = row
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return readPeer(vault, { userId, email: row.owner_email ?? '', name, statement, signature })
}

async function prove(
  vault: OpenVault,
  row: SharedRow,
  { owner, now }: { owner: Peer; now: Date },
): Promise<ProvedShare> {
  if (isBlocked(owner.trust)) throw keyChanged()
  const { grant, fileKey } = await openGrant(vault, row, owner)
  if (isGrantExpired(grant, now.toISOString())) {
    throw new VaultError('share_ended', 'The time for which this file was shared is over.')
  }
  return { row, owner, grant, fileKey, ...(await openRecord(vault, row, { owner, fileKey })) }
}

async function openGrant(vault: OpenVault, row: SharedRow, owner: Peer): Promise<{ grant: Grant; fileKey: FileKey }> {
  try {
    const wrapped = fromBase64Url(row.wrapped_key)
    const grant = await verifyGrant({
      signed: { text: row.grant_text, signature: fromBase64Url(row.grant_signature) },
      wrapped,
      author: owner.bundle.keys,
      expected: {
        objectId: row.file_id,
        recipientKeyId: await keyId(vault.kem.publicKey),
        recipient: fromHex(vault.keyFingerprint),
        author: owner.fingerprint,
        minimumEpoch: Number(vault.keyring.pins[grantPin(row.file_id)] ?? 0),
      },
    })
    if (grant.kind !== 'file') throw refused()
    const { epoch, objectId } = parseWrap(wrapped)
    const key = await unwrapKey({ wrapped, recipient: vault.kem, purpose: 'file-to-user', objectId, epoch })
    return { grant, fileKey: asFileKey(key) }
  } catch (cause) {
    if (cause instanceof CryptoError) throw refused(cause)
    throw cause
  }
}

async function openRecord(
  vault: OpenVault,
  row: SharedRow,
  { owner, fileKey }: { owner: Peer; fileKey: FileKey },
): Promise<{ manifest: Manifest; metadata: FileMetadata }> {
  const { file_id: fileId, manifest: text, manifest_signature: signature, shared_record: record } = row
  try {
    if (text === null || signature === null || record === null) throw new CryptoError('verify_failed', 'record')
    const manifest = await verifyManifest({
      signed: { text, signature: fromBase64Url(signature) },
      author: owner.bundle.keys,
      expected: { fileId, minimumVersion: Math.max(row.version, vault.seenVersions.get(fileId) ?? 1) },
    })
    const sealed = fromBase64Url(record)
    const plain = await openSharedRecord({ fileId, version: manifest.version, fileKey, sealed })
    const metadata = metadataShape.parse(JSON.parse(fromUtf8(plain)))
    const isSame =
      manifest.contentId === row.content_id && manifest.version === row.version && metadata.size === row.file_size
    if (!isSame) throw new CryptoError('verify_failed', 'record')
    noteVersion(vault, fileId, manifest.version)
    return { manifest, metadata }
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw damaged(cause)
    throw cause
  }
}

/** From now on an older grant of the same file is refused, on every device. */
async function rememberGrant(api: VaultApi, vault: OpenVault, { objectId, epoch }: Grant): Promise<void> {
  const pin = grantPin(objectId)
  if (Number(vault.keyring.pins[pin] ?? 0) >= epoch) return
  await changeKeyring(api, vault, ({ peers, pins }) =>
    Number(pins[pin] ?? 0) >= epoch ? null : { peers, pins: { ...pins, [pin]: String(epoch) } },
  )
}

function refused(cause?: unknown): VaultError {
  return new VaultError('share_refused', 'The owner of this file did not sign this grant for this account.', { cause })
}

const grantPin = (fileId: string): string => `grant/${fileId}`
