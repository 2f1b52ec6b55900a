import { type Keyring, equalBytes, toBase64Url } from '#crypto/index.ts'
import { PINNED_BY, type PinnedBy, type Trust } from './trust.ts'

/**
 * Inviter of this account, as the fragment of the invitation's address says: their account, address and fingerprint in base64url.
 * `isHandedOver`: the person says that the inviter gave them the address. A mailed one is the server's word.
 */
export type Inviter = { userId: string; email: string; fingerprint: string; isHandedOver: boolean }

/** Only an address that the inviter handed over makes a person who vouches for others. */
export const inviterPinnedBy = ({ isHandedOver }: Inviter): PinnedBy => (isHandedOver ? 'invited' : 'chosen')

/** Returns pins of an inviter, for a keyring. */
export function inviterPins(inviter: Inviter): Record<string, string> {
  const { userId, email, fingerprint: print } = inviter
  const address = email.trim().toLowerCase()
  return {
    [peerPin(userId)]: writePeerPin(print, inviterPinnedBy(inviter)),
    ...(address === '' ? {} : { [mailPin(address)]: userId }),
  }
}

/** Returns how far a keyring knows the keys of a person. @param known.email empty where no address led to them. */
export function trustIn(
  { peers, pins }: Pick<Keyring, 'peers' | 'pins'>,
  { userId, email, print }: { userId: string; email: string; print: Uint8Array },
): Trust {
  const compared = peers.find((peer) => peer.userId === userId)
  const pinned = readPeerPin(pins, userId)
  const isOther = compared ? !equalBytes(compared.fingerprint, print) : pinned && pinned.print !== toBase64Url(print)
  if (isOther) return 'changed'
  const known = pins[mailPin(email)]
  // The address led to another account before: the server may be offering somebody else.
  if (known !== undefined && known !== userId) return 'moved'
  return compared ? 'compared' : (pinned?.by ?? 'new')
}

/** `<fingerprint>:<how it came about>`; without the second part it is from an earlier release, which remembered what lists showed. */
export function readPeerPin(pins: Keyring['pins'], userId: string): { print: string; by: PinnedBy } | undefined {
  const [print, by] = pins[peerPin(userId)]?.split(':') ?? []
  return print === undefined ? undefined : { print, by: PINNED_BY.find((known) => known === by) ?? 'seen' }
}

export function writePeerPin(print: string, by: PinnedBy): string {
  return `${print}:${by}`
}

/** True where keys that are known by `trust` become better known by `by`. */
export const isWeaker = (trust: Trust, by: PinnedBy): boolean =>
  trust === 'new' || (isPinnedBy(trust) && PINNED_BY.indexOf(trust) < PINNED_BY.indexOf(by))
const isPinnedBy = (trust: Trust): trust is PinnedBy => PINNED_BY.some((known) => known === trust)

/**
 * An address under which somebody was pinned; the server cannot make one up.
 * @param present the address that the account has now, as the server says. It chooses among several pinned ones, for people change theirs.
 */
export function pinnedMailOf({ pins }: Keyring, userId: string, present = ''): string | undefined {
  if (present !== '' && pins[mailPin(present)] === userId) return present
  const entry = Object.entries(pins).find(([name, value]) => name.startsWith('mail/') && value === userId)
  return entry?.[0].slice('mail/'.length)
}

/** Name of the pin that holds the fingerprint of somebody's keys and how it came about. */
export const peerPin = (userId: string): string => `peer/${userId}`
/** Name of the pin that says whose account an address led to. */
export const mailPin = (email: string): string => `mail/${email.trim().toLowerCase()}`
