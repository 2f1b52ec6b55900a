import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Caller, Database } from '#server/db/database.ts'
import type { Callers } from '#server/http/caller.ts'
import { statementError, sendStatementError } from './statement-error.ts'
import { checkPolicy, checkRoster } from './statements.service.ts'
import { storeEpoch, storePolicy } from './statements.sql.ts'

/** 500 wrapped keys and a roster that lists them. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024

const base64Url = (longest: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(longest)
const signature = base64Url(8192)
const epochBody = z.strictObject({
  space_id: z.uuid().lowercase(),
  epoch: z.int().positive(),
  roster: z.string().min(1).max(524_288),
  signature,
  previous_key: base64Url(256).nullable(),
  wraps: z.record(z.uuid().lowercase(), base64Url(8192)),
})
const policyBody = z.strictObject({ statement: z.string().min(1).max(8192), signature })

export type StatementServices = {
  database: Database
  callers: Callers
  limits: RateLimits
}

/**
 * Statements that bind other people, such as who belongs to a team space. Their signatures are verified before they are stored, so
 * that an access token alone, without the keys of the account, cannot make one.
 */
export function statementRoutes(app: FastifyInstance, services: StatementServices): void {
  const { database, callers, limits } = services
  app.setErrorHandler(sendStatementError)

  async function signedIn(request: FastifyRequest): Promise<{ caller: Caller; userId: string }> {
    const caller = await callers.callerOf(request)
    const userId = caller.claims['sub']
    if (caller.role !== 'authenticated' || typeof userId !== 'string') throw statementError('not_signed_in')
    await limits.take('statementByUser', userId)
    return { caller, userId }
  }

  app.post('/team-epochs', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const { caller, userId } = await signedIn(request)
    const epoch = parse(epochBody, request.body)
    await checkRoster(database, { author: userId, epoch })
    await storeEpoch(database, caller, epoch)
    return reply.code(204).send()
  })

  app.post('/recovery-policies', async (request, reply) => {
    const { caller, userId } = await signedIn(request)
    const policy = parse(policyBody, request.body)
    await checkPolicy(database, userId, policy)
    await storePolicy(database, caller, policy)
    return reply.code(204).send()
  })
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw statementError('bad_request')
  return parsed.data
}
