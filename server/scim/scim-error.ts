import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { asRefusal, logFailure, Refusal } from '../http/refusal.ts'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const CONTENT_TYPE = 'application/scim+json; charset=utf-8'

/** RFC 7644, table 9, and RFC 9865 for cursors. */
export type ScimType =
  | 'invalidCursor'
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** What a request of an identity provider is refused with. `reason`: it is an event in the log of the organisation. */
export class ScimError extends Refusal<ScimType | ''> {
  override readonly name = 'ScimError'
  readonly reason: string | undefined

  constructor(status: number, type: ScimType | '', message: string, options: ErrorOptions & { reason?: string } = {}) {
    super(status, type, message, options)
    this.reason = options.reason
  }
}

export const badFilter = (message: string): ScimError => new ScimError(400, 'invalidFilter', message)
export const badPath = (path: string): ScimError =>
  new ScimError(400, 'invalidPath', `There is no attribute ${JSON.stringify(path.slice(0, 100))}.`)
export const badValue = (message: string): ScimError => new ScimError(400, 'invalidValue', message)
export const badSyntax = (message: string): ScimError => new ScimError(400, 'invalidSyntax', message)
export const notThere = (): ScimError => new ScimError(404, '', 'There is nothing at this address.')

const UNIQUE_VIOLATION = '23505'
/** By name of the index. */
const TAKEN: Readonly<Record<string, string>> = {
  accounts_user_name_once: 'Another user of the organisation has this userName.',
  accounts_external_once: 'Another user of the organisation has this externalId.',
  teams_name_once: 'A team of this name is in the organisation already.',
  teams_external_once: 'Another group of the organisation has this externalId.',
  users_email_key: 'An account with this address is there already.',
}
/** SQLSTATE of refusals that are not only of SCIM. */
const SHARED: Readonly<Record<string, () => ScimError>> = {
  QS409: () =>
    new ScimError(409, '', 'An organisation keeps at least one owner who can sign in.', { reason: 'last_owner' }),
  QS402: () =>
    new ScimError(
      403,
      '',
      'The organisation has no room for one more person: its plan, or the operator of this server, allows no more.',
      { reason: 'plan_full' },
    ),
  QS486: () =>
    new ScimError(
      409,
      '',
      'This person holds a role or a share of recovery, or manages a team space, so they cannot become a guest. End that on the page Users & Teams; then send this again.',
      { reason: 'guest_holds' },
    ),
  PT413: () => new ScimError(413, '', 'A team has at most 1,000 people, and an organisation 500 teams.'),
  '23514': () => badValue('A value is too long, or holds what cannot be stored.'),
}

/** What the functions in SQL refuse. */
export function refusalOf(error: Error): ScimError | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const { code = '', detail = '', hint = '', message, constraint = '' } = error
  if (code === UNIQUE_VIOLATION) {
    const sentence = Object.hasOwn(TAKEN, constraint) ? TAKEN[constraint] : undefined
    return sentence === undefined ? undefined : new ScimError(409, 'uniqueness', sentence, { cause: error })
  }
  const status = /^SC(\d{3})$/.exec(code)?.[1]
  if (status) return new ScimError(Number(status), detail as ScimType | '', message, { cause: error, reason: hint })
  return SHARED[code]?.()
}

/** Answers in the form of RFC 7644, 3.12. */
export function sendScimError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, {
    translate: refusalOf,
    unforeseen: () => new Refusal(500, '', 'The server could not answer. Nothing was changed; send this again.'),
  })
  logFailure(request, { error, refusal, failed: 'a request of an identity provider failed' })
  const { status, code, message, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
  const scimType = refusal instanceof ScimError ? code : status === 400 ? 'invalidSyntax' : ''
  return sendError(reply, { status, scimType, detail: message })
}

export function sendError(
  reply: FastifyReply,
  { status, scimType = '', detail }: { status: number; scimType?: string; detail: string },
): FastifyReply {
  const body = { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail }
  return reply.code(status).type(CONTENT_TYPE).send(body)
}
