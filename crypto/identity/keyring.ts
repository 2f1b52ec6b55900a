import { type Bytes, concat, uint } from '../bytes.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '../statements/canonical-json.ts'
import { fromUtf8, toBase64Url, utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { type Fields, fieldsOf, isObject } from '../statements/fields.ts'
import { openBytes, sealBytes } from '../envelope/floe.ts'
import type { Identity } from './identity.ts'
import { type AccountMasterKey, KEY_BYTES } from '../envelope/keys.ts'
import { type KdfParameters, deriveKey } from './password.ts'
import type { RandomSource } from '../primitives/random.ts'
import { SUITES } from '../suites/suites.ts'

/** Somebody whose safety number was compared. */
type VerifiedPeer = {
  readonly userId: string
  /** `fingerprint` of the bundle that was compared, 32 bytes. */
  readonly fingerprint: Uint8Array
  readonly time: string
}

/** What it takes to replace the account master key. */
type Replaceable = {
  /** Public half of the key pair of the recovery words, 1 216 bytes: a new master key is wrapped for it without the words. */
  readonly recoveryKey: Uint8Array
  /** The epoch of the personal space that is written under; the server does not decide it. */
  readonly epoch: number
  /** Master keys of before, 32 bytes each, newest first: what a device remembers may still be sealed under one. */
  readonly accountKeys: readonly Uint8Array[]
}

/** Everything an account keeps under its master key. */
export type Keyring = {
  /** Grows with each change; the client keeps the highest it has seen and refuses an older keyring. */
  readonly revision: number
  readonly identity: Identity
  /** Identities of earlier epochs, newest first: they still open what was wrapped for them. */
  readonly earlier: readonly Identity[]
  /** Parameters of the password that the vault was made with; null without one. What keeps a server from weakening them is the floor. */
  readonly kdf: KdfParameters | null
  readonly peers: readonly VerifiedPeer[]
  /** Other short texts worth remembering under the key, such as the organisation's root fingerprint. */
  readonly pins: Readonly<Record<string, string>>
  /** Null in accounts of before, until they make new recovery words: their master key stays. */
  readonly replaceable: Replaceable | null
}

const NAMES = ['v', 'revision', 'identity', 'earlier', 'kdf', 'peers', 'pins']
const NAMES_V2 = [...NAMES, 'recovery_key', 'epoch', 'account_keys']
const ACCOUNT_KEYS_MAX = 16

/** Seals a keyring: FLOE under the account master key, bound to the account. */
export async function sealKeyring(options: {
  amk: AccountMasterKey
  userId: string
  keyring: Keyring
  random: RandomSource
}): Promise<Bytes> {
  const { amk, userId, keyring, random } = options
  const value = keyringValue(keyring)
  readKeyring(value, 'bad_argument')
  return sealBytes({ key: amk, aad: keyringAad(userId), random, plain: utf8(canonicalJson(value)) })
}

/**
 * Shown to the server with each change of the keyring, which keeps its SHA-256: an access token alone writes nothing over it. It says nothing of
 * the account key, and changes with it. 43 characters.
 *
 * HKDF-SHA-256 of the account master key with empty salt, info `qs1/keyring/write`.
 */
export async function keyringWriteProof(amk: AccountMasterKey): Promise<string> {
  return toBase64Url(await deriveKey(amk, 'qs1/keyring/write'))
}

/** Inverse of `sealKeyring`. @throws {CryptoError} `open_failed`; `unknown_form` for what this key sealed in a form of another version */
export async function openKeyring(options: {
  amk: AccountMasterKey
  userId: string
  sealed: Uint8Array
}): Promise<Keyring> {
  const { amk, userId, sealed } = options
  const plain = await openBytes({ key: amk, aad: keyringAad(userId), sealed })
  try {
    return readKeyring(parseCanonicalJson(fromUtf8(plain)), 'unknown_form')
  } catch (cause) {
    throw new CryptoError('unknown_form', 'keyring', { cause })
  }
}

const keyringAad = (userId: string) => concat(utf8('qs1/keyring'), uint(0, 1), uuidBytes(userId))

function keyringValue({ revision, identity, earlier, kdf, peers, pins, replaceable }: Keyring) {
  return {
    v: replaceable ? 2 : 1,
    revision,
    identity: identityValue(identity),
    earlier: earlier.map(identityValue),
    kdf: kdf && { salt: toBase64Url(kdf.salt), m: kdf.m, t: kdf.t, p: kdf.p, v: kdf.v },
    peers: peers.map((peer) => ({
      user_id: peer.userId,
      fingerprint: toBase64Url(peer.fingerprint),
      time: peer.time,
    })),
    pins,
    ...(replaceable && {
      recovery_key: toBase64Url(replaceable.recoveryKey),
      epoch: replaceable.epoch,
      account_keys: replaceable.accountKeys.map(toBase64Url),
    }),
  }
}

const identityValue = (identity: Identity) => ({
  xwing: toBase64Url(identity.xWingSeed),
  mlkem1024: toBase64Url(identity.mlKem1024Seed),
  ed25519: toBase64Url(identity.ed25519Seed),
  mldsa65: toBase64Url(identity.mlDsa65Seed),
})

type Code = 'bad_argument' | 'unknown_form'

function readKeyring(value: Json, code: Code): Keyring {
  const isReplaceable = isObject(value) && 'recovery_key' in value
  const fields = fieldsOf(value, isReplaceable ? NAMES_V2 : NAMES, code)
  if (fields.integer('v') !== (isReplaceable ? 2 : 1)) throw new CryptoError(code, 'version')
  return {
    revision: fields.integer('revision'),
    identity: readIdentity(fields.value('identity'), code),
    earlier: readList(fields.value('earlier'), code).map((entry) => readIdentity(entry, code)),
    kdf: fields.isNull('kdf') ? null : readKdf(fields.value('kdf'), code),
    peers: readList(fields.value('peers'), code).map((entry) => readPeer(entry, code)),
    pins: readPins(fields.value('pins'), code),
    replaceable: isReplaceable ? readReplaceable(fields, code) : null,
  }
}

function readReplaceable(fields: Fields, code: Code): Replaceable {
  const accountKeys = readList(fields.value('account_keys'), code).map((entry) => readKey(entry, code))
  if (accountKeys.length > ACCOUNT_KEYS_MAX) throw new CryptoError(code, 'account_keys')
  return {
    recoveryKey: fields.bytes('recovery_key', SUITES.std.publicKeyBytes),
    epoch: fields.integer('epoch'),
    accountKeys,
  }
}

const readKey = (value: Json, code: Code): Bytes => fieldsOf({ key: value }, ['key'], code).bytes('key', KEY_BYTES)

function readIdentity(value: Json, code: Code): Identity {
  const fields = fieldsOf(value, ['xwing', 'mlkem1024', 'ed25519', 'mldsa65'], code)
  return {
    xWingSeed: fields.bytes('xwing', 32),
    mlKem1024Seed: fields.bytes('mlkem1024', 64),
    ed25519Seed: fields.bytes('ed25519', 32),
    mlDsa65Seed: fields.bytes('mldsa65', 32),
  }
}

function readKdf(value: Json, code: Code): KdfParameters {
  const fields = fieldsOf(value, ['salt', 'm', 't', 'p', 'v'], code)
  const [m, t, p, v] = [fields.integer('m'), fields.integer('t'), fields.integer('p'), fields.integer('v')]
  return { salt: fields.bytes('salt', 16), m, t, p, v }
}

function readPeer(value: Json, code: Code): VerifiedPeer {
  const fields = fieldsOf(value, ['user_id', 'fingerprint', 'time'], code)
  return { userId: fields.uuid('user_id'), fingerprint: fields.bytes('fingerprint', 32), time: fields.time('time') }
}

function readList(value: Json, code: Code): readonly Json[] {
  if (!Array.isArray(value)) throw new CryptoError(code, 'list')
  return value as readonly Json[]
}

function readPins(value: Json, code: Code): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new CryptoError(code, 'pins')
  const entries = Object.entries(value).map(([name, text]: [string, unknown]): [string, string] => {
    if (typeof text !== 'string') throw new CryptoError(code, 'pins')
    return [name, text]
  })
  return Object.fromEntries(entries)
}
