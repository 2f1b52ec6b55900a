/** Kinds of algorithms in the words of CycloneDX 1.6 (`algorithmProperties.primitive`). */
type Primitive =
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
