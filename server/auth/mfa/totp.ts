import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** What every authenticator app understands; several ignore other values. RFC 6238. */
const ALGORITHM = 'SHA1'
const DIGITS = 6
const STEP_SECONDS = 30
/** Clocks may differ by one step. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** The margin that the QR code standard asks for. */
const QUIET_ZONE = 4

export type NewTotp = {
  secret: Buffer
  /** Base32, for typing. */
  secretText: string
  /** `otpauth://…` */
  uri: string
  /** SVG of `uri`. Has no `#`, because clients put it into a data URI as it is. */
  qrCode: string
}

/** A new secret in the forms in which authenticator apps take it. */
export function newTotp({ issuer, label }: { issuer: string; label: string }): NewTotp {
  const secret = randomBytes(SECRET_BYTES)
  const totp = new TOTP({ issuer, label, secret: secretOf(secret), ...PARAMETERS })
  const uri = totp.toString()
  return { secret, secretText: totp.secret.base32, uri, qrCode: renderSVG(uri, { border: QUIET_ZONE, pixelSize: 4 }) }
}

/** The time step to which `code` belongs, at most one away from `now`, or null. Comparing takes constant time. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ secret: secretOf(secret), ...PARAMETERS }).validate({
    token: code,
    timestamp,
    window: WINDOW,
  })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

const PARAMETERS = { algorithm: ALGORITHM, digits: DIGITS, period: STEP_SECONDS }

// A Buffer may be a view into a larger pool, and the library wants an ArrayBuffer of its own.
function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer })
}
