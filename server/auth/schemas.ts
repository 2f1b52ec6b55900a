import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { invalid } from './auth-error.ts'
import { kdfSchema } from './password/kdf.ts'
import type { Challenge } from './links/pkce.ts'
import { accountWrap, recoveryWrap, vaultKeyFields } from './account/vault-key-fields.ts'
import { LINK_TYPES, PHONE_TYPES } from './mail/verify.service.ts'

const LONGEST_EMAIL = 254
/** User metadata travels in every access token, and a request's headers must stay below 16 KB. */
export const LONGEST_DATA = 4096

export const email = z
  .string('Unable to validate email address: invalid format')
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, 'Unable to validate email address: invalid format')
  .regex(z.regexes.html5Email, 'Unable to validate email address: invalid format')

export const phone = z
  .string()
  .regex(/^\+?[1-9]\d{1,14}$/, 'Invalid phone number format (E.164 required)')
  .transform((text) => text.replace(/^\+/, ''))

const channel = z.enum(['sms', 'whatsapp'], 'Only the channels sms and whatsapp are known').nullish()

export const password = z
  .string('A password is required')
  .min(1, 'A password is required')
  .max(4 * LIMITS.passwordCharacters.max)

/** What the app shows as names of people. */
const NAMES = ['first_name', 'last_name', 'company']

export const data = z
  .record(z.string(), z.unknown())
  .refine((value) => NAMES.every((field) => isName(value[field])), {
    error: `Names cannot be blank or longer than ${LIMITS.personNameCharacters} characters`,
  })
  .refine(
    (value) => JSON.stringify(value).length <= LONGEST_DATA,
    `User data cannot be longer than ${LONGEST_DATA} characters`,
  )

// The implicit flow sends both as null.
export const challengeFields = {
  code_challenge: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, 'code challenge must be 43 to 128 characters of A-Z a-z 0-9 . _ ~ -')
    .nullish(),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['s256', 'plain']))
    .nullish(),
}

export const signUpBody = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  password: password.nullish(),
  channel,
  data: data.nullish(),
  kdf: kdfSchema.nullish(),
  ...challengeFields,
})
export const passwordGrant = z.object({ email: email.nullish(), phone: phone.nullish(), password })
export const refreshGrant = z.object({ refresh_token: z.string('A refresh token is required').min(1) })
export const pkceGrant = z.object({
  auth_code: z.string().min(1, 'invalid request: both auth code and code verifier should be non-empty'),
  code_verifier: z.string().min(1, 'invalid request: both auth code and code verifier should be non-empty').max(128),
})
export const idTokenGrant = z.object({
  provider: z.string().max(2048).nullish(),
  client_id: z.string().max(2048).nullish(),
  issuer: z.string().max(2048).nullish(),
  id_token: z.string('id_token required').min(1, 'id_token required').max(16_384),
  nonce: z.string().max(1024).nullish(),
  link_identity: z.boolean().nullish(),
})
export const web3Grant = z.object({
  chain: z.string('A chain is required').max(64),
  message: z.string('A message is required'),
  signature: z.string('A signature is required').max(1024),
})
export const otpBody = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  channel,
  create_user: z.boolean().nullish(),
  data: data.nullish(),
  ...challengeFields,
})
export const kdfBody = z.object({ email })
export const recoverBody = z.object({ email, ...challengeFields })
export const resendBody = z.union([
  z.object({ type: z.enum(['signup', 'email_change']), email, ...challengeFields }),
  z.object({ type: z.enum(PHONE_TYPES), phone, ...challengeFields }),
])
export const updateBody = z.object({
  email: email.nullish(),
  phone: phone.nullish(),
  channel,
  password: password.nullish(),
  current_password: password.nullish(),
  nonce: z.string().max(64).nullish(),
  data: data.nullish(),
  vault: z
    .object({
      kdf: kdfSchema,
      password_wrap: accountWrap.nullish(),
      recovery_wrap: recoveryWrap.optional(),
      ...vaultKeyFields,
    })
    .nullish(),
  ...challengeFields,
})
export const deleteBody = z.object({ password })
export const proofBody = z.object({ current_password: password.optional(), nonce: z.string().max(64).optional() })
export const logoutQuery = z.object({
  scope: z.enum(['global', 'local', 'others'], 'Only scopes global, local and others are supported').default('global'),
  /** Of a mailed link that was followed by nothing: nobody signed in or out. */
  unused: z.stringbool().default(false),
})
export const verifyQuery = z.object({ type: z.enum(LINK_TYPES), token: z.string().min(1).max(256) })
export const verifyBody = z.object({
  type: z.enum([...LINK_TYPES, ...PHONE_TYPES]),
  email: email.nullish(),
  phone: phone.nullish(),
  token: z.string().max(64).nullish(),
  token_hash: z.string().max(256).nullish(),
})

/** Left out or empty says nothing; spaces alone are no name. */
function isName(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return true
  const name = value.trim()
  return name !== '' && Array.from(name).length <= LIMITS.personNameCharacters
}

/** Reads `input` by `schema`. @throws {AuthError} `validation_failed` with the first problem. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  throw invalid(
    issue?.code === 'invalid_type' && field ? `${field}: ${issue.message}` : (issue?.message ?? 'Invalid request'),
  )
}

export type ChallengeFields = {
  code_challenge?: string | null | undefined
  code_challenge_method?: Challenge['codeChallengeMethod'] | null | undefined
}

/** The PKCE challenge of a request. @throws {AuthError} `validation_failed` when only half of it is there. */
export function challengeOf({
  code_challenge: codeChallenge,
  code_challenge_method: codeChallengeMethod,
}: ChallengeFields): Challenge | undefined {
  if (codeChallenge && codeChallengeMethod) return { codeChallenge, codeChallengeMethod }
  if (!codeChallenge && !codeChallengeMethod) return undefined
  throw invalid('PKCE flow requires code_challenge_method and code_challenge')
}
