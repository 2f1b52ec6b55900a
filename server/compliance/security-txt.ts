const VALID_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Where to report a vulnerability (RFC 9116). It expires within a year, so that a copy that somebody kept does not
 * send people to an address that nobody reads any more.
 */
export function securityText(options: { supportEmail: string; publicUrl: string; now: Date }): string {
  const { supportEmail, publicUrl, now } = options
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS)
  return [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/documentation/report-a-vulnerability`,
    '',
  ].join('\n')
}
