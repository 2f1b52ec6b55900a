import type { OutboundProblem } from '#contract/outbound-problems.ts'

const WORDS: Record<OutboundProblem, string> = {
  needs_https: 'the address must begin with https://',
  has_password: 'the address must not hold a name and password',
  private_network: 'the address leads into a private network, which the operator of this server does not allow',
  unknown_host: 'DNS knows no such host',
  too_late: 'it did not answer in time',
  port_closed: 'nothing answers at this port',
  cut: 'the connection was cut',
  unreachable: 'it could not be reached',
  too_long: 'this is too long for one datagram',
  untrusted_certificate: 'its certificate was issued by an authority that is not trusted here',
  expired_certificate: 'its certificate has expired',
  foreign_certificate: 'its certificate is for another host',
  no_tls: 'no connection by TLS came about',
  no_http: 'what it answered is not HTTP',
}

/** Why nothing was sent, or no answer came. It says nothing that the other side sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundProblem

  constructor(code: OutboundProblem, options?: ErrorOptions) {
    super(WORDS[code], options)
    this.code = code
  }
}

/** By the codes of Node and OpenSSL. */
const PROBLEMS: Readonly<Record<string, OutboundProblem>> = {
  ECONNREFUSED: 'port_closed',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  ETIMEDOUT: 'too_late',
  EMSGSIZE: 'too_long',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted_certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted_certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted_certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted_certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted_certificate',
  CERT_HAS_EXPIRED: 'expired_certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'foreign_certificate',
  EPROTO: 'no_tls',
}

/** The same failure with one of our codes. */
export function asOutboundError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause
  if (cause instanceof Error && /^(AbortError|TimeoutError)$/.test(cause.name)) {
    return new OutboundError('too_late', { cause })
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new OutboundError(PROBLEMS[code] ?? problemByPrefix(code), { cause })
}

function problemByPrefix(code: string): OutboundProblem {
  if (/^ERR_(SSL|TLS)/.test(code)) return 'no_tls'
  return code.startsWith('HPE_') ? 'no_http' : 'unreachable'
}
