import { type AccountMasterKey, CryptoError, type Keyring, equalBytes, openKeyring } from '#crypto/index.ts'
import { PINNED_BY } from './trust.ts'
import { VaultError } from './vault-error.ts'

/** The newest keyring that a device has seen of an account, sealed as the server holds it. */
export type RememberedKeyring = { revision: number; sealed: Uint8Array }

/** Where a device keeps it, also while nobody is signed in: a server can end a session whenever it likes. */
export type DeviceMemory = {
  recall: (userId: string) => Promise<RememberedKeyring | undefined>
  remember: (userId: string, keyring: RememberedKeyring) => Promise<void>
}

/** A server that answered with an older or another keyring than this device has seen. */
export type StaleKeyring = { served: number; remembered: number }

/**
 * The keyring to use: the served one, or what this device remembers joined with it where the server went back. Nothing that was
 * remembered is lost by an older state, and so no compared key becomes a first contact again.
 *
 * @throws {VaultError} `vault_rolled_back` when the server went back and this device's copy was sealed under a later master key.
 */
export async function newestKeyring(
  { amk, userId }: { amk: AccountMasterKey; userId: string },
  served: { keyring: Keyring; sealed: Uint8Array },
  memory: DeviceMemory | null,
): Promise<{ keyring: Keyring; stale: StaleKeyring | null }> {
  const remembered = await memory?.recall(userId)
  const { keyring, sealed } = served
  if (!remembered || remembered.revision < keyring.revision || equalBytes(remembered.sealed, sealed)) {
    await memory?.remember(userId, { revision: keyring.revision, sealed })
    return { keyring, stale: null }
  }
  try {
    const own = await openKeyring({ amk, userId, sealed: remembered.sealed })
    const stale = { served: keyring.revision, remembered: own.revision }
    return { keyring: joinKeyrings(own, keyring), stale }
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw new VaultError('vault_rolled_back', 'The server answered with keys that this account has replaced since.', {
      cause,
    })
  }
}

/** Everything that either remembers; where they differ, what is newer or stronger, and then what `own` says. */
export function joinKeyrings(own: Keyring, other: Keyring): Keyring {
  const pins: Record<string, string> = { ...other.pins }
  for (const [name, value] of Object.entries(own.pins)) {
    const theirs = other.pins[name]
    pins[name] = theirs === undefined ? value : strongerPin(name, value, theirs)
  }
  const known = new Set(own.peers.map(({ userId }) => userId))
  const peers = [...own.peers, ...other.peers.filter(({ userId }) => !known.has(userId))]
  return { ...own, revision: Math.max(own.revision, other.revision), peers, pins }
}

function strongerPin(name: string, own: string, other: string): string {
  const [ownHead = '', ownRest] = own.split(':')
  const [otherHead = '', otherRest] = other.split(':')
  if (name.startsWith('peer/')) {
    const rank = (by: string | undefined) => PINNED_BY.findIndex((known) => known === by)
    return ownHead === otherHead && rank(otherRest) > rank(ownRest) ? other : own
  }
  const isNumbered = name === 'policy' || name === 'granted' || name.startsWith('space/') || name.startsWith('grant/')
  return isNumbered && Number(otherHead) > Number(ownHead) ? other : own
}
