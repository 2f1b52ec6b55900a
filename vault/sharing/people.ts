import { z } from 'zod'
import {
  CryptoError,
  type PublicBundle,
  fingerprint,
  fromBase64Url,
  safetyNumber,
  toBase64Url,
  verifyBundle,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { isWeaker, mailPin, peerPin, readPeerPin, trustIn, writePeerPin } from '../pins/pins.ts'
import { type PinnedBy, type Trust, isBlocked } from '../pins/trust.ts'
import { VaultError } from '../session/vault-error.ts'

/** Somebody with a vault, with the keys that the server says are theirs. */
export type Peer = {
  userId: string
  email: string
  name: string
  bundle: PublicBundle
  fingerprint: Uint8Array
  trust: Trust
  /** This address led to them before. */
  isAddressKnown: boolean
}

const colleague = z.object({
  email: z.string(),
  user_id: z.uuid(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string().nullable(),
  signature: z.string().nullable(),
})

/** Addresses of one request; the server refuses more. */
const ADDRESSES_AT_ONCE = 500

/** Whom addresses led to, and those that led to nobody who can be given a file. */
export type FoundPeople = { peers: Peer[]; missing: { email: string; problem: VaultError }[] }

/**
 * Somebody of the own organisation, by their exact address.
 * @throws {VaultError} `person_unknown` | `person_without_vault` | `key_changed`
 */
export async function findPerson(api: VaultApi, vault: OpenVault, typed: string): Promise<Peer> {
  const { peers, missing } = await findPeople(api, vault, [typed])
  const [peer] = peers
  if (!peer) throw missing[0]?.problem ?? unknownPerson()
  return peer
}

/** Colleagues by their exact addresses, in the order of these; an address that is there twice counts once. */
export async function findPeople(api: VaultApi, vault: OpenVault, typed: readonly string[]): Promise<FoundPeople> {
  const emails = [...new Set(typed.map((one) => one.trim().toLowerCase()))]
  const rows = new Map<string, z.infer<typeof colleague>>()
  for (let from = 0; from < emails.length; from += ADDRESSES_AT_ONCE) {
    const body = { emails: emails.slice(from, from + ADDRESSES_AT_ONCE) }
    const answer = z.array(colleague).parse(await api.rest('rpc/find_colleagues', { method: 'POST', body }))
    for (const row of answer) rows.set(row.email, row)
  }
  const found: FoundPeople = { peers: [], missing: [] }
  for (const email of emails) {
    try {
      found.peers.push(await readColleague(vault, email, rows.get(email)))
    } catch (problem) {
      if (!(problem instanceof VaultError)) throw problem
      found.missing.push({ email, problem })
    }
  }
  return found
}

function readColleague(vault: OpenVault, email: string, row: z.infer<typeof colleague> | undefined): Promise<Peer> {
  if (!row) throw unknownPerson()
  if (row.statement === null || row.signature === null) {
    throw new VaultError('person_without_vault', 'This person has not made their vault yet.')
  }
  const { user_id: userId, statement, signature } = row
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return readPeer(vault, { userId, email, name, statement, signature })
}

function unknownPerson(): VaultError {
  return new VaultError('person_unknown', 'Nobody in the organisation uses this address.')
}

/**
 * Checks somebody's signed bundle against what this vault remembers of them. A bundle that changed shows in `trust`; one that
 * its own keys did not sign is refused.
 * @throws {VaultError} `key_changed`
 */
export async function readPeer(
  vault: OpenVault,
  said: { userId: string; email: string; name: string; statement: string; signature: string },
): Promise<Peer> {
  const { userId, email, name } = said
  try {
    const signed = { text: said.statement, signature: fromBase64Url(said.signature) }
    const bundle = await verifyBundle(signed, userId)
    const print = await fingerprint(bundle)
    const trust = trustIn(vault.keyring, { userId, email, print })
    const isAddressKnown = vault.keyring.pins[mailPin(email)] === userId
    return { userId, email, name, bundle, fingerprint: print, trust, isAddressKnown }
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw keyChanged(cause)
  }
}

/**
 * Remembers keys because of what the person does with them. What is remembered already keeps the stronger reason.
 * @throws {VaultError} `key_changed` when they are others than before.
 */
export async function pinPeers(
  api: VaultApi,
  vault: OpenVault,
  { peers: found, by }: { peers: readonly Peer[]; by: PinnedBy },
): Promise<void> {
  if (found.some(({ trust }) => isBlocked(trust))) throw keyChanged()
  // People change their address: what is given to them under a new one makes that theirs as well. A list that shows one does not.
  const isFresh = ({ trust, email }: Peer) =>
    isWeaker(trust, by) || (by !== 'seen' && email !== '' && vault.keyring.pins[mailPin(email)] === undefined)
  const fresh = found.filter(isFresh)
  if (fresh.length === 0) return
  await changeKeyring(api, vault, (keyring) => {
    const added: Record<string, string> = {}
    for (const { userId, email, fingerprint: print } of fresh) {
      // Another device may have pinned something else since.
      const trust = trustIn(keyring, { userId, email, print })
      if (isBlocked(trust)) throw keyChanged()
      if (isWeaker(trust, by)) added[peerPin(userId)] = writePeerPin(toBase64Url(print), by)
      if (email !== '') added[mailPin(email)] = userId
    }
    if (Object.entries(added).every(([name, value]) => keyring.pins[name] === value)) return null
    return { peers: keyring.peers, pins: { ...keyring.pins, ...added } }
  })
}

/**
 * Notes that the person compared the safety number, which both screens show alike. An address that led to another account before, because
 * somebody made a new one or took over the address, leads to this one from then on.
 *
 * @throws {VaultError} `key_changed`
 */
export async function markCompared(api: VaultApi, vault: OpenVault, peer: Peer, now: Date): Promise<void> {
  const { userId, email, fingerprint: print } = peer
  if (peer.trust === 'changed') throw keyChanged()
  const entry = { userId, fingerprint: print, time: now.toISOString() }
  await changeKeyring(api, vault, ({ peers, pins }) => {
    if (trustIn({ peers, pins }, { userId, email, print }) === 'changed') throw keyChanged()
    const pinned = readPeerPin(pins, userId)?.by ?? 'chosen'
    const address = email === '' ? {} : { [mailPin(email)]: userId }
    return {
      pins: { ...pins, ...address, [peerPin(userId)]: writePeerPin(toBase64Url(print), pinned) },
      peers: [...peers.filter((known) => known.userId !== userId), entry],
    }
  })
}

/** The 60 digits for comparison, in 12 groups. */
export const safetyNumberWith = (vault: OpenVault, peer: Peer): Promise<string> =>
  safetyNumber(vault.bundle, peer.bundle)

export function keyChanged(cause?: unknown): VaultError {
  return new VaultError('key_changed', 'The keys of this person are not the ones that were seen before.', { cause })
}
