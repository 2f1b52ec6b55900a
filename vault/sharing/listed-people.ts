import type { VaultApi } from '../session/api.ts'
import type { KeyState } from '../ledger/listings/key-log.ts'
import { claimOfKeys } from '../ledger/listings/listed-keys.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError, type VaultErrorCode } from '../session/vault-error.ts'
import { keyChanged, type Peer, pinPeers } from './people.ts'
import { isBlocked } from '../pins/trust.ts'

declare const listed: unique symbol
/** Somebody with the keys that the public log lists for them. Whatever wraps a key for another person takes these, and they come from here alone. */
export type Listed<Someone> = Someone & { readonly [listed]: true }

/** What the log is asked for. */
type Someone = Pick<Peer, 'userId' | 'fingerprint'> & { readonly trust: Peer['trust'] | null }

/** Why somebody is given nothing; the worst first. */
const REFUSALS: readonly (readonly [KeyState, VaultErrorCode, string])[] = [
  ['log_offline', 'key_log_offline', 'The public log of keys could not be reached.'],
  ['log_refused', 'key_log_refused', 'The public log is not the one that this device knew.'],
  ['log_late', 'key_log_late', 'Too few witnesses have signed the public log recently.'],
  ['other_keys', 'key_other_listed', 'The public log lists other keys for somebody who was to be given a key.'],
  ['replaced', 'key_listed_twice', 'The public log listed other keys before for somebody who was to be given a key.'],
  ['unproved', 'key_unproved', 'The server does not prove which keys the public log lists for somebody.'],
  ['not_listed', 'key_not_listed', 'The public log does not list the keys of somebody yet.'],
]

/** @throws {VaultError} one of these, for people whom the log does not vouch for. */
export const LISTING_REFUSALS: readonly VaultErrorCode[] = REFUSALS.map(([, code]) => code)

/**
 * The rule for everybody who is given a key: a proof that the public log lists exactly these keys for them, as the newest, and that it never
 * listed others. Others before are accepted from people whose safety number was compared. Who was never listed is waited for, up to a
 * minute and a half.
 *
 * @throws {VaultError} one of `LISTING_REFUSALS`
 */
export async function requireListed<Person extends Someone>(
  api: VaultApi,
  { keyLog }: Pick<OpenVault, 'keyLog'>,
  people: readonly Person[],
): Promise<Listed<Person>[]> {
  if (people.length === 0) return []
  const states = (await keyLog.statesOf(api, people.map(claimOfKeys))).map((state, i) =>
    state === 'replaced' && people[i]?.trust === 'compared' ? 'listed' : state,
  )
  for (const [state, code, message] of REFUSALS) if (states.includes(state)) throw new VaultError(code, message)
  return people as unknown as Listed<Person>[]
}

/**
 * People whom somebody chose to give a key: their keys are the remembered ones and those in the public log, and are remembered from now on.
 *
 * @throws {VaultError} `key_changed`, or one of `LISTING_REFUSALS`; then nothing is remembered.
 */
export async function choosePeers(api: VaultApi, vault: OpenVault, peers: readonly Peer[]): Promise<Listed<Peer>[]> {
  if (peers.some(({ trust }) => isBlocked(trust))) throw keyChanged()
  const people = await requireListed(api, vault, peers)
  await pinPeers(api, vault, { peers, by: 'chosen' })
  return people
}
