import {
  type KdfParameters,
  type KeyEncryptionKey,
  deriveLink,
  newKdfParameters,
  sealForLink,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'

/** Columns of the table that a password decides. */
export type LinkLock = { token_hash: string; handover: string; kdf: Record<string, string | number> | null }

/** Seals what a link hands over under its secret and, when it has one, its password. */
export async function lockLink(options: {
  linkId: string
  secret: Uint8Array
  password: string | null
  handover: Uint8Array
}): Promise<{ linkKey: KeyEncryptionKey; lock: LinkLock }> {
  const { linkId, secret, password: text, handover: plain } = options
  const parameters = text === null ? null : newKdfParameters(systemRandom)
  const password = text !== null && parameters ? { password: { text, parameters } } : {}
  const { linkKey, accessTokenHash } = await deriveLink({ secret, ...password })
  const sealed = await sealForLink({ linkKey, linkId, plain, random: systemRandom })
  return {
    linkKey,
    lock: { token_hash: accessTokenHash, handover: toBase64Url(sealed), kdf: parameters && onWire(parameters) },
  }
}

const onWire = ({ salt, m, t, p, v }: KdfParameters) => ({ salt: toBase64Url(salt), m, t, p, v })
