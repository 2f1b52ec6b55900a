import {
  type AccountMasterKey,
  CryptoError,
  type Keyring,
  asAccountMasterKey,
  equalBytes,
  fromBase64Url,
  openKeyring,
} from '#crypto/index.ts'
import { isPasskeyPin, strongerPasskeyPin } from './passkey-pins.ts'
import { PRUNED_PIN, isPrunable } from './prune-pins.ts'
import { PINNED_BY } from '../pins/trust.ts'
import { VaultError } from './vault-error.ts'

type Account = { amk: AccountMasterKey; userId: string }

/** The newest keyring that a device has seen of an account, sealed as the server holds it. */
export type RememberedKeyring = { revision: number; sealed: Uint8Array }

/** Where a device keeps it, also while nobody is signed in: a server can end a session whenever it likes. */
export type DeviceMemory = {
  recall: (userId: string) => Promise<RememberedKeyring | undefined>
  remember: (userId: string, keyring: RememberedKeyring) => Promise<void>
}

/** A server that answered with an older or another keyring than this device has seen; `served` is null for one that does not open. */
export type StaleKeyring = { served: number | null; remembered: number }

/**
 * The keyring to use: the served one joined with what this device remembers. A server that went back, or had another device continue from
 * an older state, takes nothing away: what was compared stays compared.
 *
 * A copy that opens neither under the account key nor under those that the served keyring lists is evidence of another history: the server went
 * back, or somebody chose the account key. The served revision says nothing about that, since their author chooses it as well.
 *
 * @throws {VaultError} `keys_refused`; the copy stays as it is until the person deletes it.
 */
export async function newestKeyring(
  account: Account,
  served: { keyring: Keyring; sealed: Uint8Array },
  memory: DeviceMemory | null,
): Promise<{ keyring: Keyring; stale: StaleKeyring | null }> {
  const { keyring, sealed } = served
  const remembered = await recall(memory, account.userId)
  if (remembered) {
    const own = await openRemembered(account, remembered.sealed, keyring)
    if (!own) {
      throw new VaultError(
        'keys_refused',
        'This device refused the keys that the server answered with: they do not follow from those it remembers.',
      )
    }
    if (lacks(keyring, own)) {
      const stale = { served: keyring.revision, remembered: own.revision }
      return { keyring: joinKeyrings(own, keyring), stale }
    }
  }
  await remember(memory, account.userId, { revision: keyring.revision, sealed })
  return { keyring, stale: null }
}

/** What this device kept may be under an account key of before, which the newest keyring holds. */
async function openRemembered(
  { amk, userId }: Account,
  sealed: Uint8Array,
  { replaceable }: Keyring,
): Promise<Keyring | null> {
  for (const key of [amk, ...(replaceable?.accountKeys ?? []).map(asAccountMasterKey)]) {
    const own = await openOrNull({ amk: key, userId }, sealed)
    if (own) return own
  }
  return null
}

/** This device's copy, where the server's does not open; null without one. Rubbish in its place must not lock anybody out. */
export async function rememberedKeyring(
  account: Account,
  memory: DeviceMemory | null,
): Promise<{ keyring: Keyring; stale: StaleKeyring } | null> {
  const remembered = await recall(memory, account.userId)
  const keyring = remembered && (await openOrNull(account, remembered.sealed))
  return keyring ? { keyring, stale: { served: null, remembered: keyring.revision } } : null
}

/** A device that cannot read what it kept has nothing to compare with; the vault opens all the same. */
async function recall(memory: DeviceMemory | null, userId: string): Promise<RememberedKeyring | undefined> {
  try {
    return await memory?.recall(userId)
  } catch {
    return undefined
  }
}

/** Not being able to keep it is no reason to fail what was stored on the server. */
export async function remember(memory: DeviceMemory | null, userId: string, keyring: RememberedKeyring): Promise<void> {
  try {
    await memory?.remember(userId, keyring)
  } catch {
    // Storage that is full or switched off: the next session has an older state to compare with, or none.
  }
}

/**
 * Null for what does not open.
 * @param sealed base64url where it comes from the server.
 * @throws {VaultError} `app_outdated` for what another version of this program sealed: it is no rubbish to write over.
 */
export async function openOrNull(account: Account, sealed: Uint8Array | string): Promise<Keyring | null> {
  try {
    return await openKeyring({ ...account, sealed: typeof sealed === 'string' ? fromBase64Url(sealed) : sealed })
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    if (error.code !== 'unknown_form') return null
    throw new VaultError('app_outdated', 'Another version of this program wrote the keyring.', { cause: error })
  }
}

/** True when `own` remembers something that `served` does not, or has it stronger. Nothing is taken off a keyring but to make room: a passkey that was removed leaves a mark. */
function lacks(served: Keyring, own: Keyring): boolean {
  const joined = joinKeyrings(own, served)
  const isSamePin = ([name, value]: [string, string]) => served.pins[name] === value
  const isKnown = ({ userId, fingerprint }: Keyring['peers'][number]) =>
    served.peers.some((peer) => peer.userId === userId && equalBytes(peer.fingerprint, fingerprint))
  return !Object.entries(joined.pins).every(isSamePin) || !joined.peers.every(isKnown)
}

/** Everything that either remembers; where they differ, what is newer or stronger, and then what `own` says. */
export function joinKeyrings(own: Keyring, other: Keyring): Keyring {
  const pins = withoutPruned(other, own)
  for (const [name, value] of Object.entries(withoutPruned(own, other))) {
    const theirs = other.pins[name]
    const isNewer = other.revision > own.revision
    pins[name] = theirs === undefined ? value : strongerPin(name, { own: value, other: theirs, isNewer })
  }
  const known = new Set(own.peers.map(({ userId }) => userId))
  const peers = [...own.peers, ...other.peers.filter(({ userId }) => !known.has(userId))]
  // A copy from before the account key was replaced knows nothing of the present one.
  const { replaceable } = other
  return { ...own, revision: Math.max(own.revision, other.revision), peers, pins, replaceable }
}

/** Pins of `keyring` without those that `other` dropped later to make room. */
function withoutPruned(keyring: Keyring, other: Keyring): Record<string, string> {
  const isDropped = (name: string) => other.pins[name] === undefined && isPrunable(name, keyring.pins)
  const hasPruned = Number(other.pins[PRUNED_PIN] ?? 0) > keyring.revision
  return Object.fromEntries(Object.entries(keyring.pins).filter(([name]) => !hasPruned || !isDropped(name)))
}

/** @param values.isNewer the other keyring is of a later revision, which counts for addresses: those may move, by an act of the person. */
function strongerPin(name: string, { own, other, isNewer }: { own: string; other: string; isNewer: boolean }): string {
  if (name.startsWith('mail/')) return isNewer ? other : own
  if (isPasskeyPin(name)) return strongerPasskeyPin(own, other)
  const [ownHead = '', ownRest] = own.split(':')
  const [otherHead = '', otherRest] = other.split(':')
  if (name.startsWith('peer/')) {
    const rank = (by: string | undefined) => PINNED_BY.findIndex((known) => known === by)
    return ownHead === otherHead && rank(otherRest) > rank(ownRest) ? other : own
  }
  const isNumbered =
    name === 'policy' ||
    name === 'agreement' ||
    name === 'granted' ||
    name === PRUNED_PIN ||
    name.startsWith('space/') ||
    name.startsWith('grant/')
  return isNumbered && Number(otherHead) > Number(ownHead) ? other : own
}
