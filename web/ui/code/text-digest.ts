/** SHA-256 of a text. Pages that are not a secure context (plain HTTP over a network) have no WebCrypto; they fetch the code for it. */
export async function textDigest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  // TypeScript takes it for granted; browsers leave it out there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(bytes)
}
