import { type Keyring, fromBase64Url, toBase64Url } from '#crypto/index.ts'

/** Pins of the keyring: the public key of each passkey that opens the vault, by the passkey's id. */
const PIN = 'passkey/'
/** In place of the key of a passkey that was removed. Ids are not used twice, so it never ends. */
const REMOVED = 'gone'

type Pins = Keyring['pins']

export const isPasskeyPin = (name: string): boolean => name.startsWith(PIN)

/** Of two pins of one passkey: that it was removed, and otherwise what `own` says. */
export const strongerPasskeyPin = (own: string, other: string): string => (other === REMOVED ? other : own)

/** The passkeys that open the vault, as the keyring has them. */
export function pinnedPasskeys(pins: Pins): { id: string; publicKey: Uint8Array }[] {
  return Object.entries(pins)
    .filter(([name, value]) => isPasskeyPin(name) && value !== REMOVED)
    .map(([name, value]) => ({ id: name.slice(PIN.length), publicKey: fromBase64Url(value) }))
}

/** @returns `removed` for a passkey that was removed once, `other-key` where this id has another key, null where it may be pinned. */
export function pinRefusal(pins: Pins, id: string, publicKey: Uint8Array): 'removed' | 'other-key' | null {
  const pin = pins[PIN + id]
  if (pin === REMOVED) return 'removed'
  return pin === undefined || pin === toBase64Url(publicKey) ? null : 'other-key'
}

export const withPasskey = (pins: Pins, id: string, publicKey: Uint8Array): Pins => ({
  ...pins,
  [PIN + id]: toBase64Url(publicKey),
})

/** Marks passkeys as removed, with every other id under which a server had one of their keys pinned. */
export function withoutPasskeys(pins: Pins, ids: readonly string[]): Pins {
  const names = ids.map((id) => PIN + id)
  const keys = new Set(names.map((name) => pins[name]))
  const isSameKey = ([name, value]: [string, string]) => isPasskeyPin(name) && keys.has(value)
  const same = Object.entries(pins).filter(isSameKey)
  return { ...pins, ...Object.fromEntries([...names, ...same.map(([name]) => name)].map((name) => [name, REMOVED])) }
}
