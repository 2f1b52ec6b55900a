import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * The headers of Standard Webhooks 1.0: HMAC-SHA-256 of `id.timestamp.body`, once for each secret, so that a receiver may change from one to
 * the next.
 */
export function standardWebhookHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64'),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}

/** The standard writes keys as `whsec_` and base64; anything else is taken as it is. */
function keyOf(secret: string): Buffer {
  const [, encoded] = /^(?:v1,)?whsec_(.+)$/.exec(secret) ?? []
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
}
