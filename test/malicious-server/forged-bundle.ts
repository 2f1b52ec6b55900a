import {
  createSigner,
  fingerprint,
  generateIdentity,
  publicBundle,
  signBundle,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'

/** Keys of the server's own making under somebody's id: in order in themselves, and not that person's. */
export async function forgedBundle(
  userId: string,
): Promise<{ statement: string; signature: string; print: Uint8Array }> {
  const identity = generateIdentity(systemRandom)
  const bundle = { userId, keys: await publicBundle(identity), time: '2026-01-02T03:04:05.678Z' }
  const signed = await signBundle(bundle, await createSigner(identity, systemRandom))
  return { statement: signed.text, signature: toBase64Url(signed.signature), print: await fingerprint(bundle) }
}
