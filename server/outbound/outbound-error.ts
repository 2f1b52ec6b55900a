/** Why nothing was sent, or no answer came, in words for the administrator who typed the address. They say nothing that the other side sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this port',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  EMSGSIZE: 'an event is too long for one datagram',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate was issued by itself, and is not the one that was given',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate was issued by an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate was issued by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate was issued by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate was issued by an authority that is not trusted here',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** The same failure as words; what nobody foresaw keeps its cause for the log. */
export function asOutboundError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause
  if (cause instanceof Error && /^(AbortError|TimeoutError)$/.test(cause.name)) {
    return new OutboundError('it did not answer in time', { cause })
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isTls = code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO'
  const isAnswer = code.startsWith('HPE_')
  const otherwise = isTls
    ? 'no connection by TLS came about'
    : isAnswer
      ? 'what it answered is not HTTP'
      : 'it could not be reached'
  return new OutboundError(WORDS[code] ?? otherwise, { cause })
}
