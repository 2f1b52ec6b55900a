import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import { phone } from '../schemas.ts'

const LONGEST_NAME = 120

/** A name that people give to a factor or passkey; an empty one is none. */
export const friendlyName = z
  .string()
  .trim()
  .max(LONGEST_NAME, `A friendly name cannot be longer than ${LONGEST_NAME} characters`)
  .nullish()
  .transform((name) => name || undefined)

const FACTOR_TYPES = 'factor_type needs to be totp, phone, or webauthn'
export const enrolBody = z.discriminatedUnion(
  'factor_type',
  [
    z.object({
      factor_type: z.literal('totp'),
      friendly_name: friendlyName,
      // A colon separates issuer and account in what authenticator apps read.
      issuer: z
        .string()
        .trim()
        .max(64)
        .regex(/^[^:]*$/, 'issuer cannot contain a colon')
        .nullish(),
    }),
    z.object({ factor_type: z.literal('phone'), friendly_name: friendlyName, phone }),
    z.object({ factor_type: z.literal('webauthn'), friendly_name: friendlyName }),
  ],
  FACTOR_TYPES,
)
export type Enrolment = z.output<typeof enrolBody>

/** Clients send all they know; only the channel says something, and there is one. */
export const challengeBody = z.object({ channel: z.enum(['sms', 'whatsapp']).nullish() })

export const verifyBody = z.object({
  challenge_id: z.uuid('challenge_id must be an UUID'),
  code: z.string().max(64).nullish(),
  webauthn: z.object({ type: z.enum(['create', 'request']), credential_response: z.unknown() }).nullish(),
})

export const recoveryBody = z.object({ friendly_name: friendlyName })
export const recoveryVerifyBody = z.object({ code: z.string().max(256).nullish() })

/** An id in a path. @throws {AuthError} `validation_failed` with 404, as for something that is not there. */
export function idIn(params: unknown, name: string): string {
  const parsed = z.object({ [name]: z.uuid() }).safeParse(params)
  const id = parsed.success ? parsed.data[name] : undefined
  if (id === undefined) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
  return id
}
