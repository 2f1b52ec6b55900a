/** Why an address that somebody typed was not reached. */
export const OUTBOUND_PROBLEMS = [
  'needs_https',
  'has_password',
  'private_network',
  'unknown_host',
  'too_late',
  'port_closed',
  'cut',
  'unreachable',
  'too_long',
  'untrusted_certificate',
  'expired_certificate',
  'foreign_certificate',
  'no_tls',
  'no_http',
] as const
export type OutboundProblem = (typeof OUTBOUND_PROBLEMS)[number]
