import { type Keyring, canonicalJson, utf8 } from '#crypto/index.ts'
import { VaultError } from './vault-error.ts'

/** The server takes 1 000 000 characters of base64url, which is 750 000 bytes; a request fails beyond that. */
const FULL_BYTES = 700_000
const PRUNE_ABOVE_BYTES = 500_000
const PRUNE_TO_BYTES = 400_000
/** Somebody who was compared: two ids and a time as JSON. */
const PEER_BYTES = 160

/** Name of the pin that holds the revision in which pins were last dropped. */
export const PRUNED_PIN = 'pruned'

type Remembered = Pick<Keyring, 'peers' | 'pins'>
type Limits = { fullBytes: number; aboveBytes: number; toBytes: number }
const LIMITS: Limits = { fullBytes: FULL_BYTES, aboveBytes: PRUNE_ABOVE_BYTES, toBytes: PRUNE_TO_BYTES }

/**
 * Drops what matters least from a keyring that grew large, long before it does not fit any more: marks of the oldest grants that were
 * opened, then people of whom a file was opened once and nothing else. Nobody to whom something was given, who was invited by, or
 * compared; no space and no policy.
 *
 * @param revision that the keyring gets.
 * @throws {VaultError} `keyring_full` when what must stay does not fit.
 */
export function pruned(keyring: Remembered, revision: number, limits = LIMITS): Remembered {
  let size = sizeOf(keyring)
  if (size <= limits.aboveBytes) return keyring
  const pins = { ...keyring.pins }
  for (const names of leastFirst(keyring)) {
    if (size <= limits.toBytes) break
    for (const name of names) {
      size -= name.length + (pins[name]?.length ?? 0) + '"":"",'.length
      delete pins[name]
    }
    pins[PRUNED_PIN] = String(revision)
  }
  if (size > limits.fullBytes) {
    throw new VaultError('keyring_full', 'The keyring of this vault holds as many people and spaces as it can.')
  }
  return { peers: keyring.peers, pins }
}

/** True for what `pruned` may drop. */
export function isPrunable(name: string, pins: Keyring['pins']): boolean {
  if (name.startsWith('grant/')) return true
  if (name.startsWith('mail/')) return isPrunable(`peer/${pins[name]}`, pins)
  return name.startsWith('peer/') && ['seen', undefined].includes(pins[name]?.split(':')[1]) && pins[name] !== undefined
}

/** Names that go together, the least important first. */
function leastFirst({ peers, pins }: Remembered): string[][] {
  const names = Object.keys(pins)
  const grants = names.filter((name) => name.startsWith('grant/'))
  grants.sort((a, b) => Number(pins[a]) - Number(pins[b]))
  const compared = new Set(peers.map(({ userId }) => `peer/${userId}`))
  const seen = names.filter((name) => name.startsWith('peer/') && isPrunable(name, pins) && !compared.has(name))
  const addresses = Map.groupBy(
    names.filter((name) => name.startsWith('mail/')),
    (name) => `peer/${pins[name]}`,
  )
  return [...grants.map((name) => [name]), ...seen.map((name) => [name, ...(addresses.get(name) ?? [])])]
}

const sizeOf = ({ peers, pins }: Remembered): number => utf8(canonicalJson(pins)).length + peers.length * PEER_BYTES
