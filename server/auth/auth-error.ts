import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { CallerError, isWaiting, type WaitingCode } from '#server/http/caller.ts'
import { RateLimitError } from '#server/http/rate-limits.ts'
import { logOutage, outageOf } from '#server/http/outage.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Codes of auth/v1 that this server answers with; clients switch on them. */
export type AuthErrorCode =
  | WaitingCode
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'captcha_failed'
  | 'conflict'
  | 'last_owner'
  | 'last_manager'
  | 'current_password_invalid'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'flow_state_already_used'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'insufficient_aal'
  | 'identity_already_exists'
  | 'import_changed'
  | 'import_limit'
  | 'import_not_found'
  | 'import_running'
  | 'identity_not_found'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_recovery_codes_locked'
  | 'mfa_recovery_codes_needed'
  | 'mfa_recovery_codes_sole_factor'
  | 'mfa_verification_failed'
  | 'mfa_verified_factor_exists'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'organisation_full'
  | 'otp_expired'
  | 'organisation_leaving'
  | 'organisation_suspended'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'over_sms_send_rate_limit'
  | 'phone_exists'
  | 'phone_not_confirmed'
  | 'phone_provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'request_timeout'
  | 'same_password'
  | 'saml_idp_already_exists'
  | 'role_beyond_plan'
  | 'role_end_over'
  | 'guest_end_over'
  | 'guest_has_no_role'
  | 'role_end_too_late'
  | 'saml_metadata_fetch_failed'
  | 'saml_provider_disabled'
  | 'saml_relay_state_expired'
  | 'saml_relay_state_not_found'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'sso_domain_already_exists'
  | 'sso_provider_not_found'
  | 'too_many_enrolled_mfa_factors'
  | 'too_many_passkeys'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'tenant_changed'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled'
  | 'web3_unsupported_chain'
  | 'webauthn_challenge_expired'
  | 'webauthn_challenge_not_found'
  | 'webauthn_credential_exists'
  | 'webauthn_credential_not_found'
  | 'webauthn_verification_failed'

type Extras = {
  retryAfterSeconds?: number | undefined
  weakPassword?: { reasons: string[] }
  /** Code of RFC 6749 §5.2, for grants whose clients look for it. */ oauthError?: string
}

/** A refusal that the client can read. Its text never holds a secret. */
export class AuthError extends Refusal<AuthErrorCode> {
  override readonly name = 'AuthError'
  readonly extras: Extras

  constructor(status: number, code: AuthErrorCode, message: string, extras: Extras = {}, options?: ErrorOptions) {
    super(status, code, message, { ...options, retryAfterSeconds: extras.retryAfterSeconds })
    this.extras = extras
  }
}

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
/** Of `auth.welcome_user`. */
const SUSPENDED = 'QS407'
const organisationSuspended = (status = 403, options?: ErrorOptions) =>
  new AuthError(status, 'organisation_suspended', 'The organisation is suspended', {}, options)
/** Somebody who cannot sign in, themselves or with their organisation. */
export const banned = (user: { is_of_suspended: boolean; leaving_until: Date | null }, status = 403) =>
  user.is_of_suspended ? keptOut(user.leaving_until, status) : new AuthError(status, 'user_banned', 'User is banned')
/** For people of an organisation that is suspended, or is being deleted. The client reads the day. */
export const keptOut = (leavingUntil: Date | null, status = 403) =>
  leavingUntil === null
    ? organisationSuspended(status)
    : new AuthError(
        status,
        'organisation_leaving',
        `The organisation is being deleted. Its owners can ask to keep it until ${leavingUntil.toISOString().slice(0, 10)}`,
      )
/** Of `authz.require_seats`. */
const PLAN_FULL = 'QS402'
/** Of `authz.is_role_of`. */
const NOT_OF_PLAN = 'QS405'
/** Of `authz.check_role_end`. */
const NO_SUCH_END = 'QS434'
/** Of the same. */
const BEYOND_OWN_END = 'QS435'
/** Code of `authz.check_guest_end`. */
const NO_GUEST_END = 'QS482'
/** Code of `authz.refuse_role_of_guest`. */
const ROLE_OF_GUEST = 'QS483'
const organisationFull = (cause: DatabaseError) =>
  new AuthError(
    409,
    'organisation_full',
    'The organisation has no room for one more person. Ask its administrator',
    {},
    { cause },
  )
const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
export const lastOwner = () =>
  new AuthError(409, 'last_owner', 'The organisation needs another owner before this account can go')
export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

/**
 * Answers every failure of auth/v1 in a body that both generations of clients read, and echoes the version header without
 * which the newer ones ignore `code`.
 */
export function presentError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asAuthError(error)
  const outage = outageOf(error)
  if (outage) logOutage(request, error, outage)
  // Only the unforeseen is logged, and by its error alone: URLs of this service carry tokens.
  if (known.code === 'unexpected_failure') request.log.error({ err: error }, 'auth request failed')
  const { retryAfterSeconds } = known
  const { weakPassword, oauthError } = known.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const version = request.headers['x-supabase-api-version']
  if (typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version))
    reply.header('x-supabase-api-version', version)
  return reply
    .code(known.status)
    .header('x-sb-error-code', known.code)
    .send({
      code: known.code,
      message: known.message,
      error_code: known.code,
      msg: known.message,
      ...(oauthError && { error: oauthError, error_description: known.message }),
      ...(weakPassword && { weak_password: { ...weakPassword, message: known.message } }),
    })
}

/** The refusal that a failure amounts to; `unexpected_failure` for whatever nobody foresaw. */
export function asAuthError(error: FastifyError | Error): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof RateLimitError) {
    return new AuthError(429, error.code, error.message, { retryAfterSeconds: error.retryAfterSeconds })
  }
  if (error instanceof CallerError) {
    if (isWaiting(error.code)) return new AuthError(403, error.code, error.message)
    return error.code === 'session_ended'
      ? new AuthError(403, 'session_not_found', error.message)
      : new AuthError(403, 'bad_jwt', `invalid JWT: ${error.message.replace(/^invalid JWT: /, '')}`)
  }
  const outage = outageOf(error)
  if (outage) {
    const { message, retryAfterSeconds, isNothingDone } = outage
    return new AuthError(503, isNothingDone ? 'conflict' : 'request_timeout', message, { retryAfterSeconds })
  }
  const code = 'code' in error ? error.code : undefined
  if (error instanceof DatabaseError && error.code === PLAN_FULL) return organisationFull(error)
  if (error instanceof DatabaseError && error.code === NOT_OF_PLAN)
    return new AuthError(409, 'role_beyond_plan', 'This role comes with the plan Enterprise', {}, { cause: error })
  if (error instanceof DatabaseError && error.code === NO_SUCH_END)
    return new AuthError(
      422,
      'role_end_over',
      'A role ends later than now, and within five years',
      {},
      { cause: error },
    )
  if (error instanceof DatabaseError && error.code === NO_GUEST_END)
    return new AuthError(422, 'guest_end_over', 'A guest stays until a day within a year', {}, { cause: error })
  if (error instanceof DatabaseError && error.code === ROLE_OF_GUEST)
    return new AuthError(
      409,
      'guest_has_no_role',
      'A guest of the organisation holds no such role',
      {},
      { cause: error },
    )
  if (error instanceof DatabaseError && error.code === BEYOND_OWN_END)
    return new AuthError(403, 'role_end_too_late', 'Your own role ends before that', {}, { cause: error })
  if (error instanceof DatabaseError && error.code === SUSPENDED) return organisationSuspended(403, { cause: error })
  // Two requests for one address passed the check at once; the table decided.
  if (error instanceof DatabaseError && error.constraint === 'users_email_key') return emailExists()
  if (error instanceof DatabaseError && error.constraint === 'users_phone_key') return phoneExists()
  if (error instanceof DatabaseError && error.constraint === 'identities_provider_key') {
    return new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AuthError(413, 'request_entity_too_large', 'Request body is too large')
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return new AuthError(error.statusCode === 415 ? 415 : 400, 'bad_json', 'Could not parse request body as JSON')
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again later')
}
