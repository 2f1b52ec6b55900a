import { createHash, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { utf8 } from '#crypto/encoding.ts'

const ALGORITHM = 'ml-dsa-65'
const LABEL = 'qs'
const NO_CONTEXT = new Uint8Array()

type Component = readonly [name: string, value: string]
export type SignatureParameters = { readonly created: number; readonly keyId: string }

/** The public key of this installation, as a JSON Web Key. */
export type SigningJwk = { kty: 'AKP'; alg: 'ML-DSA-65'; pub: string; kid: string; use: 'sig' }

/**
 * Signs requests of this installation with a signature that holds against quantum computers: HTTP Message Signatures (RFC 9421) with
 * ML-DSA-65 (c2sp.org/httpsig-pq).
 */
export class HttpSigner {
  readonly #seed: Buffer
  #key: Promise<SigningJwk> | undefined
  #sign: Promise<(base: string) => Promise<Uint8Array>> | undefined

  constructor(serverSecret: Buffer) {
    this.#seed = Buffer.from(hkdfSync('sha256', serverSecret, '', 'qs1/http-signature', 32))
  }

  /** Named by its thumbprint (RFC 7638). */
  key(): Promise<SigningJwk> {
    this.#key ??= makeKey(this.#seed)
    return this.#key
  }

  /**
   * @param headers that are covered, beside method, address and what is sent.
   * @returns the headers to add.
   */
  async headersOf(
    { url, body, headers }: { url: string; body: string; headers: Readonly<Record<string, string>> },
    created: number,
  ): Promise<Record<string, string>> {
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    const components: Component[] = [
      ['@method', 'POST'],
      ['@target-uri', url],
      ['content-digest', digest],
      ...Object.entries(headers),
    ]
    const parameters = signatureParameters(components, { created, keyId: (await this.key()).kid })
    const signature = await (await this.#signer())(signatureBase(components, parameters))
    return {
      'content-digest': digest,
      'signature-input': `${LABEL}=${parameters}`,
      signature: `${LABEL}=:${Buffer.from(signature).toString('base64')}:`,
    }
  }

  #signer(): Promise<(base: string) => Promise<Uint8Array>> {
    this.#sign ??= mlDsa(65)
      .then((scheme) => scheme.signer(this.#seed))
      .then((sign) => (base: string) => sign(utf8(base), NO_CONTEXT, systemRandom))
    return this.#sign
  }
}

/** What is covered, in its order, and by which key; RFC 9421 §2.3. */
export function signatureParameters(components: readonly Component[], { created, keyId }: SignatureParameters): string {
  const names = components.map(([name]) => `"${name}"`).join(' ')
  return `(${names});created=${created};keyid="${keyId}";alg="${ALGORITHM}"`
}

/** What is signed; RFC 9421 §2.5. */
export function signatureBase(components: readonly Component[], parameters: string): string {
  const lines = components.map(([name, value]) => `"${name}": ${value}`)
  return [...lines, `"@signature-params": ${parameters}`].join('\n')
}

async function makeKey(seed: Uint8Array): Promise<SigningJwk> {
  const publicKey = await (await mlDsa(65)).publicKey(seed)
  const jwk = { kty: 'AKP', alg: 'ML-DSA-65', pub: Buffer.from(publicKey).toString('base64url') } as const
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig' }
}
