import { z } from 'zod'
import {
  CryptoError,
  type FileKey,
  type Grant,
  fromBase64Url,
  fromHex,
  isGrantExpired,
  signGrant,
  systemRandom,
  toBase64Url,
  verifyOwnGrant,
  wrapKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { sealForPeople } from '../files/file-columns.ts'
import { proveWithRoot } from '../files/file-records.ts'
import type { Shown } from '../files/shown.ts'
import { type Within, proveWithin } from '../folders/prove-folders.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { choosePeers, type Listed } from './listed-people.ts'
import type { Peer } from './people.ts'
import { pinnedMailOf } from '../pins/pins.ts'
import { readAll } from '../session/read-all.ts'
import { VaultError } from '../session/vault-error.ts'

const DAY_MS = 86_400_000
/** Name of the pin that holds the highest epoch of all grants that this account signed. Not of each: a grant may be gone. */
const LAST_GRANT = 'granted'

/** Somebody who can open a file of mine. */
export type OwnGrant = {
  fileId: string
  userId: string
  email: string
  name: string
  /** ISO 8601. */
  sharedAt: string
  expiresAt: string | null
}

const grantRow = z.object({
  file_id: z.uuid(),
  user_id: z.uuid(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
})
const personRow = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})

const signedRow = z.object({ grant_text: z.string().nullable(), grant_signature: z.string().nullable() })
/** One that holds is enough; a server that answers with more rubbish than this has new content sealed under a new key. */
const GRANTS_TO_CHECK = 500

/** Grants of one request, some 8 KB each. */
const GRANTS_AT_ONCE = 100

/**
 * Lets people open a file: its key wrapped for the public key of each, in grants that this account signs. Sharing again replaces
 * the grant before.
 *
 * @param options.file as a list showed it; `within` the folders with which it is shared.
 * @param options.days until it ends; null for no end.
 * @returns who of several was refused, because they left meanwhile.
 * @throws {VaultError} `key_changed` or one of `LISTING_REFUSALS` before anything was sent; `not_allowed` when nobody got it; `not_as_shown` or `folder_refused` before anybody got it; `offline` with some of many shared, which trying again completes.
 */
export async function shareFile(
  api: VaultApi,
  vault: OpenVault,
  options: { file: Shown; within?: Within; peers: readonly Peer[]; days: number | null; now: Date },
): Promise<Peer[]> {
  const { file, within = [], peers, days, now } = options
  const { id: fileId } = file
  const people = await choosePeers(api, vault, peers)
  await proveWithin(api, vault, [{ shown: file, within }])
  const { row, metadata, fileKey } = await proveWithRoot(api, vault, file)
  const { version } = row
  const renewed = await api.rest(`file_records?id=eq.${fileId}&version=eq.${version}&select=id`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: await sealForPeople({ id: fileId, version }, fileKey, metadata),
  })
  if (!Array.isArray(renewed) || renewed.length === 0) {
    throw new VaultError('not_found', 'This file was changed somewhere else at the same moment; look again.')
  }

  const expires = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()
  const terms = { fileId, fileKey, epoch: await nextEpoch(api, vault, now), expires, now }
  const refused: Peer[] = []
  let refusal: VaultError | undefined
  for (let from = 0; from < people.length; from += GRANTS_AT_ONCE) {
    const some = people.slice(from, from + GRANTS_AT_ONCE)
    const grants = await Promise.all(some.map((peer) => grantFor(vault, peer, terms)))
    for (const { at, error } of await sendGrants(api, grants)) {
      refused.push(...some.slice(at, at + 1))
      refusal = error
    }
  }
  // Nobody got it: then the reason may lie with the file, or with who shares it.
  if (refusal && refused.length === peers.length) throw refusal
  return refused
}

/** One statement takes all grants or none; who is to blame shows when each goes alone. @returns the places of those refused. */
async function sendGrants(
  api: VaultApi,
  grants: readonly Record<string, unknown>[],
): Promise<{ at: number; error: VaultError }[]> {
  const send = (body: unknown) =>
    api.rest('file_access', { method: 'POST', prefer: 'return=minimal,resolution=merge-duplicates', body })
  /** The refusal; anything else is thrown on. */
  const refusalOf = (error: unknown): VaultError => {
    if (error instanceof VaultError && error.code === 'not_allowed') return error
    throw error
  }
  try {
    await send(grants)
    return []
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (grants.length === 1) return [{ at: 0, error }]
  }
  const refused: { at: number; error: VaultError }[] = []
  for (const [at, grant] of grants.entries()) {
    try {
      await send(grant)
    } catch (thrown) {
      refused.push({ at, error: refusalOf(thrown) })
    }
  }
  return refused
}

type Terms = { fileId: string; fileKey: FileKey; epoch: number; expires: string | null; now: Date }

async function grantFor(
  vault: OpenVault,
  peer: Listed<Peer>,
  { fileId, fileKey, epoch, expires, now }: Terms,
): Promise<Record<string, unknown>> {
  const wrapped = await wrapKey({
    key: fileKey,
    recipientPublicKey: peer.bundle.keys.xWing,
    purpose: 'file-to-user',
    objectId: fileId,
    epoch,
    random: systemRandom,
  })
  const grant = await signGrant({
    wrapped,
    recipient: peer.fingerprint,
    author: fromHex(vault.keyFingerprint),
    role: 'viewer',
    expires,
    time: now.toISOString(),
    signer: vault.signer,
  })
  return {
    user_id: peer.userId,
    file_id: fileId,
    granted_by: vault.userId,
    role: 'viewer',
    wrapped_key: toBase64Url(wrapped),
    grant_text: grant.text,
    grant_signature: toBase64Url(grant.signature),
    expires_at: expires,
  }
}

/**
 * The second of the grant, or one more than the last grant of this account had: this distinguishes a grant that was replaced from the newer
 * one without asking the server, also when it was made on a device whose clock ran ahead.
 */
async function nextEpoch(api: VaultApi, vault: OpenVault, now: Date): Promise<number> {
  let epoch = 0
  await changeKeyring(api, vault, ({ peers, pins }) => {
    epoch = Math.max(Math.floor(now.getTime() / 1000), Number(pins[LAST_GRANT] ?? 0) + 1)
    return { peers, pins: { ...pins, [LAST_GRANT]: String(epoch) } }
  })
  return epoch
}

/** Who can open my files, or one of them, newest first; grants that ran out among them. */
export async function listGrants(api: VaultApi, vault: OpenVault, fileId?: string): Promise<OwnGrant[]> {
  const filter = fileId === undefined ? '' : `&file_id=eq.${fileId}`
  const columns = 'file_id,user_id,created_at,expires_at'
  const [rows, people] = await Promise.all([
    readAll(
      api,
      grantRow,
      `file_access?select=${columns}&granted_by=eq.${vault.userId}${filter}&order=created_at.desc,file_id,user_id`,
    ),
    readAll(api, personRow, 'rpc/people_i_share_with?order=user_id'),
  ])
  const byId = new Map(people.map((person) => [person.user_id, person]))
  return rows.map(({ file_id, user_id, created_at, expires_at }) => {
    const person = byId.get(user_id)
    return {
      fileId: file_id,
      userId: user_id,
      email: pinnedMailOf(vault.keyring, user_id, person?.email ?? undefined) ?? person?.email ?? '',
      name: [person?.first_name, person?.last_name].filter(Boolean).join(' '),
      sharedAt: created_at,
      expiresAt: expires_at,
    }
  })
}

/**
 * Whether somebody can open a file of mine by a grant that has not run out. Only grants that this account signed count: new content keeps
 * the key that those hold, so a server must not make one up. One that was revoked it can still show.
 */
export async function hasLiveGrant(
  api: VaultApi,
  vault: OpenVault,
  { fileId, now }: { fileId: string; now: Date },
): Promise<boolean> {
  const query = `file_access?select=grant_text,grant_signature&granted_by=eq.${vault.userId}&file_id=eq.${fileId}`
  const rows = signedRow.array().parse(await api.rest(`${query}&order=created_at.desc&limit=${GRANTS_TO_CHECK}`))
  for (const row of rows) {
    const grant = await ownGrant(vault, row, fileId)
    if (grant && !isGrantExpired(grant, now.toISOString())) return true
  }
  return false
}

async function ownGrant(
  vault: OpenVault,
  { grant_text: text, grant_signature: signature }: z.infer<typeof signedRow>,
  objectId: string,
): Promise<Grant | null> {
  try {
    const signed = { text: text ?? '', signature: fromBase64Url(signature ?? '') }
    return await verifyOwnGrant({ signed, author: vault.bundle.keys, objectId })
  } catch (error) {
    if (error instanceof CryptoError) return null
    throw error
  }
}

/** Takes back every grant of a file. */
export async function revokeGrants(api: VaultApi, vault: OpenVault, fileId: string): Promise<void> {
  await api.rest(`file_access?file_id=eq.${fileId}&granted_by=eq.${vault.userId}`, { method: 'DELETE' })
}

/** Takes a grant back: from now on the server refuses. What was downloaded before stays where it is. */
export async function revokeGrant(api: VaultApi, fileId: string, userId: string): Promise<void> {
  const removed = await api.rest(`file_access?file_id=eq.${fileId}&user_id=eq.${userId}&select=file_id`, {
    method: 'DELETE',
    prefer: 'return=representation',
  })
  if (!Array.isArray(removed) || removed.length === 0) {
    throw new VaultError('not_found', 'This file is no longer shared with them.')
  }
}
