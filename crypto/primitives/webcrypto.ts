import type { Bytes } from '../bytes.ts'

/**
 * The parts of WebCrypto that TypeScript does not describe yet.
 *
 * @see https://wicg.github.io/webcrypto-modern-algos/
 */
export type ModernSubtle = {
  importKey(
    format: 'raw-public' | 'raw-seed',
    key: Uint8Array,
    algorithm: { name: string },
    extractable: boolean,
    usages: readonly ModernUsage[],
  ): Promise<CryptoKey>
  exportKey(format: 'raw-public', key: CryptoKey): Promise<ArrayBuffer>
  getPublicKey(key: CryptoKey, usages: readonly ModernUsage[]): Promise<CryptoKey>
  encapsulateBits(
    algorithm: { name: string },
    key: CryptoKey,
  ): Promise<{ sharedKey: ArrayBuffer; ciphertext: ArrayBuffer }>
  decapsulateBits(algorithm: { name: string }, key: CryptoKey, ciphertext: Uint8Array): Promise<ArrayBuffer>
  sign(algorithm: { name: string; context: Uint8Array }, key: CryptoKey, message: Uint8Array): Promise<ArrayBuffer>
  verify(
    algorithm: { name: string; context: Uint8Array },
    key: CryptoKey,
    signature: Uint8Array,
    message: Uint8Array,
  ): Promise<boolean>
}

export type ModernUsage = 'encapsulateBits' | 'decapsulateBits' | 'sign' | 'verify'

/** The platform's WebCrypto under its newer names. Whether a call exists is for the probe to find out. */
export function modernSubtle(): ModernSubtle {
  return crypto.subtle as unknown as ModernSubtle
}

/** Imports a seed and gives its public key, raw. */
export async function publicKeyOfSeed(
  name: string,
  seed: Uint8Array,
  usage: [ModernUsage, ModernUsage],
): Promise<Bytes> {
  const [privateUsage, publicUsage] = usage
  // The key has to be extractable: Node refuses to give the public half of one that is not.
  const key = await modernSubtle().importKey('raw-seed', seed, { name }, true, [privateUsage])
  const publicKey = await modernSubtle().getPublicKey(key, [publicUsage])
  return new Uint8Array(await modernSubtle().exportKey('raw-public', publicKey))
}
