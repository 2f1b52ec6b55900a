import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat } from '#crypto/bytes.ts'
import { toHex, utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { isKeyName } from './note.ts'

/** What a key signs: notes as they are, or checkpoints together with a time. */
export type KeyType = 'ed25519' | 'ed25519-cosignature' | 'ml-dsa-44-cosignature'

/** A public key with the name and the id under which its signatures stand in notes. */
export type VerifierKey = {
  readonly name: string
  readonly keyId: string
  readonly type: KeyType
  readonly publicKey: Bytes
}

/** Bytes that C2SP assigned, and the length of the keys. */
const TYPES = {
  ed25519: { byte: 0x01, keyBytes: 32 },
  'ed25519-cosignature': { byte: 0x04, keyBytes: 32 },
  'ml-dsa-44-cosignature': { byte: 0x06, keyBytes: 1312 },
} as const satisfies Record<KeyType, { byte: number; keyBytes: number }>

/** @throws {LedgerError} `malformed` for a name that cannot stand in a note, or a key of another length. */
export function verifierKey(name: string, type: KeyType, publicKey: Uint8Array): VerifierKey {
  const { byte, keyBytes } = TYPES[type]
  if (!isKeyName(name) || publicKey.length !== keyBytes) throw new LedgerError('malformed', 'key of a log or witness')
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(byte), publicKey))
  return { name, keyId: toHex(id.subarray(0, 4)), type, publicKey: new Uint8Array(publicKey) }
}

/** The text that people hand on and policies hold: `name+id+key`. @see c2sp.org/signed-note */
export const formatVerifierKey = ({ name, keyId, type, publicKey }: VerifierKey): string =>
  `${name}+${keyId}+${toBase64(concat(Uint8Array.of(TYPES[type].byte), publicKey))}`

/** @throws {LedgerError} `malformed` also for a type that this version does not know, and an id that is not the key's. */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id = '', ...encoded] = text.split('+')
  // The alphabet of base64 has the plus as well.
  const [byte, ...publicKey] = fromBase64(encoded.join('+'))
  const [type] = Object.entries(TYPES).find(([, known]) => known.byte === byte) ?? []
  if (!type) throw new LedgerError('malformed', 'key of a kind that is not known')

  const key = verifierKey(name, type as KeyType, Uint8Array.from(publicKey))
  if (key.keyId !== id) throw new LedgerError('malformed', 'key and id do not belong together')
  return key
}
