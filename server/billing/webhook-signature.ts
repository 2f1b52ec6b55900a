import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older ones are refused, so that a recorded request is of no use later. */
const TOLERANCE_SECONDS = 300

/**
 * True when `header` is a signature of `body` under one of `secrets` that is not older than five minutes.
 *
 * The scheme is Stripe's: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`, with as many `v1` as there are secrets. Written here
 * because the sandbox signs the same way and must not load 23 MB for it; the tests compare with Stripe's own code.
 */
export function isSignedWebhook(
  { body, header }: { body: string; header: string | undefined },
  secrets: string[],
  nowMs: number,
): boolean {
  const fields = (header ?? '').split(',').map((field) => field.split('=', 2))
  const timestamp = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(timestamp) || nowMs / 1000 - Number(timestamp) > TOLERANCE_SECONDS) return false
  const given = fields.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? '', 'hex'))
  return secrets.some((secret) => {
    const expected = macOf(secret, timestamp, body)
    return given.some((mac) => mac.length === expected.length && timingSafeEqual(mac, expected))
  })
}

/** The header that `isSignedWebhook` accepts. */
export function signWebhook(body: string, secret: string, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / 1000))
  return `t=${timestamp},v1=${macOf(secret, timestamp, body).toString('hex')}`
}

function macOf(secret: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest()
}
