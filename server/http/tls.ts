/** TLS where this server ends it: one version, and hybrid post-quantum key exchange first (RFC 9794 naming). */
export const TLS = {
  minVersion: 'TLSv1.3',
  // The first is the group that Chromium and Node 24 agree on.
  groups: ['X25519MLKEM768', 'X25519', 'P-256'],
} as const

/** Names of the IANA registry "TLS Supported Groups" for what a server of ours may agree on. */
const GROUPS: Record<number, string> = {
  0x0017: 'secp256r1',
  0x0018: 'secp384r1',
  0x0019: 'secp521r1',
  0x001d: 'X25519',
  0x001e: 'X448',
  0x0200: 'MLKEM512',
  0x0201: 'MLKEM768',
  0x0202: 'MLKEM1024',
  0x11eb: 'SecP256r1MLKEM768',
  0x11ec: 'X25519MLKEM768',
  0x11ed: 'SecP384r1MLKEM1024',
}

const SEQUENCE = 0x30
const INTEGER = 0x02
/** `kex_group [19] EXPLICIT INTEGER OPTIONAL` of OpenSSL's SSL_SESSION, since 3.0. */
const KEX_GROUP = 0xb3

/**
 * The key exchange group of a TLS connection, read from its session. Node has `getEphemeralKeyInfo()` for clients only; the session that
 * OpenSSL would resume by names the group (docs/decisions/0028).
 *
 * @param session what `TLSSocket.getSession()` gives: SSL_SESSION in DER.
 * @returns null when the session does not say.
 */
export function tlsGroup(session: Uint8Array | undefined): string | null {
  if (!session) return null
  const outer = readElement(session, 0)
  if (outer?.tag !== SEQUENCE) return null
  for (let at = outer.start; at < outer.end;) {
    const element = readElement(session, at)
    if (!element) return null
    if (element.tag === KEX_GROUP) return groupName(session, element.start)
    at = element.end
  }
  return null
}

function groupName(session: Uint8Array, at: number): string | null {
  const number = readElement(session, at)
  if (number?.tag !== INTEGER) return null
  const id = session.subarray(number.start, number.end).reduce((value, byte) => value * 256 + byte, 0)
  return GROUPS[id] ?? `0x${id.toString(16).padStart(4, '0')}`
}

/** One element of DER (X.690 §8.1) with a one-byte tag; undefined when it runs over the end. */
function readElement(bytes: Uint8Array, at: number): { tag: number; start: number; end: number } | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  let length = lengthBytes === 0 ? first : 0
  for (const byte of bytes.subarray(at + 2, at + 2 + lengthBytes)) length = length * 256 + byte
  const start = at + 2 + lengthBytes
  const end = start + length
  return end <= bytes.length ? { tag, start, end } : undefined
}
