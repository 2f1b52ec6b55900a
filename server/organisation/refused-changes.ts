import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { bearerOf, type Callers } from '#server/http/caller.ts'
import { namedLimits, RateLimitError, type RateLimits } from '#server/http/rate-limits.ts'

type Services = { database: Database; callers: Callers; limits: RateLimits }

/** Starting values, as those of `server/http/rate-limits.ts`. Each event is a row that stays. */
const refusalLimits = namedLimits({ refusedChangeByUser: { burst: 20, refillSeconds: 180 } })

/** Functions of the database that change who belongs to an organisation, and as what. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'give_role',
  'set_member_role',
  'end_role',
  'remove_member',
  'restore_member',
  'suspend_member',
  'end_suspension',
  'set_guest',
  'admit_guest',
])
/** Tables that say the same, which nobody writes but those functions. */
const TABLES: ReadonlySet<string> = new Set([
  'enterprise_user_roles',
  'profiles',
  'invitations',
  'former_members',
  'suspended_members',
])
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Requests that do it by another way, with the word of the event for them. */
const REQUESTS: Readonly<Record<string, string>> = {
  'POST /auth/v1/team/invitations': 'invite',
  'POST /auth/v1/team/imports': 'invite',
  'POST /reviews/v1/offboardings': 'offboard',
  'POST /reviews/v1/offboardings/:id/steps': 'offboard',
  'DELETE /auth/v1/user': 'delete_account',
}
const CALL = 'POST /rest/v1/rpc/:name'
const ROWS = '/rest/v1/:name'

/**
 * By the code of the refusal, or the SQLSTATE of the function. What asks for a fresh proof, or comes too late, is no refusal of this kind; a
 * second factor that the session has not shown is refused as a missing permission, and is `not_allowed` here as well.
 */
const REASONS: Readonly<Record<string, string>> = {
  '42501': 'not_allowed',
  not_admin: 'not_allowed',
  QS409: 'last_owner',
  last_owner: 'last_owner',
  QS435: 'outlasts_own_role',
  role_end_too_late: 'outlasts_own_role',
}

/** Input that no page of the product sends: an address that would add lines to a mail, and a list that is larger than one may be. */
function reasonOfInput(request: FastifyRequest, code: string): string | undefined {
  if (code !== 'validation_failed') return undefined
  const line = `${request.method} ${request.routeOptions.url ?? ''}`
  if (line === 'POST /auth/v1/team/imports') return 'list_not_taken'
  const { data } = addressed.safeParse(request.body)
  return line === 'POST /auth/v1/team/invitations' && data && hasControls(data.email) ? 'header_injection' : undefined
}

const addressed = z.object({ email: z.string() })
const hasControls = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text)

/**
 * Writes down that somebody tried to change people and was refused: a role for themselves, one above their own, the last owner. What the
 * database refuses leaves no event of its own, because its transaction is taken back. Identity providers have theirs (`scim.refused`).
 */
export function noteRefusedChanges(app: FastifyInstance, services: Services): void {
  app.addHook('onError', async (request, _reply, error) => {
    const reason = REASONS[error.code] ?? reasonOfInput(request, error.code)
    const what = reason && changeOf(request)
    if (!what) return
    try {
      await note(services, request, { what, reason })
    } catch (err) {
      if (!(err instanceof RateLimitError)) request.log.error({ err }, 'a refusal was not written down')
    }
  })
}

async function note(
  { database, callers, limits }: Services,
  request: FastifyRequest,
  { what, reason }: { what: string; reason: string },
): Promise<void> {
  const bearer = bearerOf(request.headers)
  const claims = bearer === undefined ? undefined : callers.tokens.remembered(bearer)
  // Anybody gets as many anonymous accounts as they like, each with a limit of its own.
  if (claims?.role !== 'authenticated' || claims['is_anonymous'] === true) return
  await limits.take(refusalLimits.refusedChangeByUser, claims.sub)
  await database.owner('select authz.note_refused_change($1, $2, $3, $4)', [
    claims.sub,
    what,
    personIn(request),
    reason,
  ])
}

const called = z.object({ name: z.string() })

function changeOf({ method, routeOptions, params }: FastifyRequest): string | undefined {
  const line = `${method} ${routeOptions.url ?? ''}`
  const name = called.safeParse(params).data?.name ?? ''
  if (line === CALL) return FUNCTIONS.has(name) ? name : undefined
  if (routeOptions.url === ROWS) return WRITES.has(method) && TABLES.has(name) ? `write ${name}` : undefined
  return REQUESTS[line]
}

const about = z.union([
  z.object({ person: z.uuid() }).transform(({ person }) => person),
  z.object({ user_id: z.uuid() }).transform((row) => row.user_id),
])

/** Whom it was about, where the request says so by an id. rest/v1 takes its body as text, in the format that its header names. */
function personIn({ body }: FastifyRequest): string | null {
  try {
    const given: unknown = typeof body === 'string' ? JSON.parse(body) : body
    return about.safeParse(given).data ?? null
  } catch {
    return null
  }
}
