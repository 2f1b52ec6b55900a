/** Kinds of algorithms in the words of CycloneDX 1.6 (`algorithmProperties.primitive`). */
export type Primitive =
  | 'ae'
  | 'block-cipher'
  | 'combiner'
  | 'drbg'
  | 'hash'
  | 'kdf'
  | 'kem'
  | 'key-agree'
  | 'mac'
  | 'signature'
  | 'xof'

export type CryptoAsset = {
  /** Its usual name; unique here. */
  readonly name: string
  readonly primitive: Primitive
  readonly parameterSet?: string
  readonly curve?: string
  readonly mode?: string
  /** Words of CycloneDX 1.6 (`cryptoFunctions`). */
  readonly functions: readonly string[]
  /** Bits against a classical attacker. */
  readonly classicalBits?: number
  /** NIST category against a quantum computer, 1 to 5; 0 is none. */
  readonly quantumCategory?: 0 | 1 | 2 | 3 | 4 | 5
  readonly oid?: string
  /** Number in the HPKE registry of IANA, where suites name it. */
  readonly hpke?: { readonly kind: 'kem' | 'kdf' | 'aead'; readonly id: number }
  readonly standard: string
  /** What it is used for; says so when nothing uses it today. */
  readonly use: string
}

const SIGN = ['keygen', 'sign', 'verify']
const ENCAPSULATE = ['keygen', 'encapsulate', 'decapsulate']

/** Content and keys of the vault. */
const VAULT: readonly CryptoAsset[] = [
  {
    name: 'AES-256-GCM',
    primitive: 'ae',
    parameterSet: '256',
    mode: 'gcm',
    functions: ['encrypt', 'decrypt'],
    classicalBits: 256,
    quantumCategory: 5,
    oid: '2.16.840.1.101.3.4.1.46',
    hpke: { kind: 'aead', id: 0x0002 },
    standard: 'FIPS 197, SP 800-38D',
    use: 'Content (in FLOE), names, wrapped keys; on the server secrets of authenticator apps and queued mail',
  },
  {
    name: 'X-Wing',
    primitive: 'kem',
    parameterSet: 'ML-KEM-768 with X25519',
    functions: ENCAPSULATE,
    classicalBits: 128,
    quantumCategory: 3,
    oid: '1.3.6.1.4.1.62253.25722',
    hpke: { kind: 'kem', id: 0x647a },
    standard: 'draft-connolly-cfrg-xwing-kem',
    use: 'Wraps keys for other people and devices, suite std',
  },
  {
    name: 'ML-KEM-768',
    primitive: 'kem',
    parameterSet: '768',
    functions: ENCAPSULATE,
    classicalBits: 192,
    quantumCategory: 3,
    oid: '2.16.840.1.101.3.4.4.2',
    standard: 'FIPS 203',
    use: 'Half of X-Wing, and of the key exchange X25519MLKEM768 of TLS',
  },
  {
    name: 'ML-KEM-1024',
    primitive: 'kem',
    parameterSet: '1024',
    functions: ENCAPSULATE,
    classicalBits: 256,
    quantumCategory: 5,
    oid: '2.16.840.1.101.3.4.4.3',
    hpke: { kind: 'kem', id: 0x0042 },
    standard: 'FIPS 203',
    use: 'Suite cnsa2: every account has such a key; nothing is wrapped for it yet',
  },
  {
    name: 'ML-KEM-512',
    primitive: 'kem',
    parameterSet: '512',
    functions: ENCAPSULATE,
    classicalBits: 128,
    quantumCategory: 1,
    oid: '2.16.840.1.101.3.4.4.1',
    hpke: { kind: 'kem', id: 0x0040 },
    standard: 'FIPS 203',
    use: 'Suite iot, for enrolled devices: in the format, not used yet',
  },
  {
    name: 'X25519',
    primitive: 'key-agree',
    curve: 'Curve25519',
    functions: ['keygen', 'keyderive'],
    classicalBits: 128,
    quantumCategory: 0,
    oid: '1.3.101.110',
    standard: 'RFC 7748',
    use: 'Half of X-Wing, and of the key exchange of TLS',
  },
  {
    name: 'Ed25519',
    primitive: 'signature',
    curve: 'Ed25519',
    functions: SIGN,
    classicalBits: 128,
    quantumCategory: 0,
    oid: '1.3.101.112',
    standard: 'RFC 8032, FIPS 186-5',
    use: 'Half of every signed statement; the other half is ML-DSA-65 and both must verify. Wallets of Solana',
  },
  {
    name: 'ML-DSA-65',
    primitive: 'signature',
    parameterSet: '65',
    functions: SIGN,
    classicalBits: 192,
    quantumCategory: 3,
    oid: '2.16.840.1.101.3.4.3.18',
    standard: 'FIPS 204',
    use: 'Half of every signed statement',
  },
  {
    name: 'ML-DSA-87',
    primitive: 'signature',
    parameterSet: '87',
    functions: SIGN,
    classicalBits: 256,
    quantumCategory: 5,
    oid: '2.16.840.1.101.3.4.3.19',
    standard: 'FIPS 204',
    use: 'For CNSA 2.0: in the code and tested, no statement is signed with it yet',
  },
]

/** What keys are made from, and what binds things together. */
const DERIVATION: readonly CryptoAsset[] = [
  {
    name: 'Argon2id',
    primitive: 'kdf',
    parameterSet: '64 MiB, 3 passes, 4 lanes',
    functions: ['keyderive'],
    standard: 'RFC 9106',
    use: 'Passwords, in the browser; on the server the hash of the login secret (19 MiB, 2, 1) or of a plain password (64 MiB, 3, 1)',
  },
  {
    name: 'HKDF-SHA-256',
    primitive: 'kdf',
    functions: ['keyderive'],
    classicalBits: 256,
    oid: '1.2.840.113549.1.9.16.3.28',
    hpke: { kind: 'kdf', id: 0x0001 },
    standard: 'RFC 5869',
    use: 'Keys from passwords, words, links and in HPKE (suites std and iot); keys of the server from its own secret',
  },
  {
    name: 'HKDF-SHA-384',
    primitive: 'kdf',
    functions: ['keyderive'],
    classicalBits: 256,
    oid: '1.2.840.113549.1.9.16.3.29',
    hpke: { kind: 'kdf', id: 0x0002 },
    standard: 'RFC 5869',
    use: 'Keys of segments in FLOE; HPKE of suite cnsa2',
  },
  {
    name: 'HMAC-SHA-256',
    primitive: 'mac',
    functions: ['tag'],
    classicalBits: 256,
    oid: '1.2.840.113549.2.9',
    standard: 'FIPS 198-1',
    use: 'Inside HKDF; on the server refresh tokens, codes, names of rate limits, webhooks',
  },
  {
    name: 'SHA-256',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 128,
    quantumCategory: 2,
    oid: '2.16.840.1.101.3.4.2.1',
    standard: 'FIPS 180-4',
    use: 'Ids of keys, fingerprints, chains of manifests, stored tokens',
  },
  {
    name: 'SHA-384',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 192,
    quantumCategory: 4,
    oid: '2.16.840.1.101.3.4.2.2',
    standard: 'FIPS 180-4',
    use: 'Inside HKDF-SHA-384',
  },
  {
    name: 'SHA-512',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 256,
    oid: '2.16.840.1.101.3.4.2.3',
    standard: 'FIPS 180-4',
    use: 'Inside Ed25519; safety numbers',
  },
  {
    name: 'SHA3-256',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 128,
    quantumCategory: 2,
    oid: '2.16.840.1.101.3.4.2.8',
    standard: 'FIPS 202',
    use: 'Joins both halves of X-Wing',
  },
  {
    name: 'SHAKE256',
    primitive: 'xof',
    functions: ['digest'],
    classicalBits: 256,
    oid: '2.16.840.1.101.3.4.2.12',
    standard: 'FIPS 202',
    use: 'Both private keys of X-Wing from one seed',
  },
]

/** What the server signs and checks for sign-in. */
const SERVER: readonly CryptoAsset[] = [
  {
    name: 'ES256',
    primitive: 'signature',
    curve: 'P-256',
    functions: SIGN,
    classicalBits: 128,
    quantumCategory: 0,
    oid: '1.2.840.10045.4.3.2',
    standard: 'FIPS 186-5, RFC 7518',
    use: 'Access tokens, by default',
  },
  {
    name: 'RS256',
    primitive: 'signature',
    parameterSet: '2048',
    functions: SIGN,
    classicalBits: 112,
    quantumCategory: 0,
    oid: '1.2.840.113549.1.1.11',
    standard: 'RFC 8017, RFC 7518',
    use: 'Access tokens, where the operator rotated to it; ID tokens of providers',
  },
  {
    name: 'ML-DSA-44',
    primitive: 'signature',
    parameterSet: '44',
    functions: SIGN,
    classicalBits: 128,
    quantumCategory: 2,
    oid: '2.16.840.1.101.3.4.3.17',
    standard: 'FIPS 204',
    use: 'Access tokens, where the operator rotated to it; passkeys that offer it',
  },
  {
    name: 'secp256k1 ECDSA',
    primitive: 'signature',
    curve: 'secp256k1',
    functions: ['verify'],
    classicalBits: 128,
    quantumCategory: 0,
    oid: '1.3.132.0.10',
    standard: 'SEC 2',
    use: 'Checks messages of Ethereum wallets, where sign-in by them is on',
  },
  {
    name: 'Keccak-256',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 128,
    quantumCategory: 2,
    standard: 'Keccak submission, padding 01',
    use: 'Addresses of Ethereum wallets, where sign-in by them is on',
  },
  {
    name: 'SHA-1',
    primitive: 'hash',
    functions: ['digest'],
    classicalBits: 63,
    quantumCategory: 0,
    oid: '1.3.14.3.2.26',
    standard: 'FIPS 180-4',
    use: 'Looks passwords up in lists of breached ones, which are made of it; codes of authenticator apps (RFC 6238). No security rests on its collisions',
  },
]

/**
 * Every cryptographic algorithm that the product uses or has in its formats. The bill of materials is made of this list;
 * tests hold it against the suites, the imports and the calls of the code.
 */
export const CRYPTO_INVENTORY: readonly CryptoAsset[] = [...VAULT, ...DERIVATION, ...SERVER]
