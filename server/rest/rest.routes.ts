import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { KEYED_FUNCTIONS } from '#contract/wire/request-key.ts'
import { type Callers, CallerError } from '../http/caller.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { doOnce } from '../http/repeats/do-once.ts'
import { RestError, sendRestError } from './rest-error.ts'
import type { Answer } from './answer.ts'
import type { RestSettings } from './planner.ts'
import { mediaOf, preferencesOf } from './parse/preferences.ts'
import { sayProfile } from './parse/profile.ts'
import { RestBudgets } from './rest-budget.ts'
import { RestService } from './rest.service.ts'
import { type ReadSchema, SchemaCache } from './schema/schema-cache.ts'

export type RestRouteServices = {
  database: Database
  callers: Callers
  limits: RateLimits
  secrets: { serverSecret: Buffer }
  settings: RestSettings
  rateLimitFactor: number
  readSchema?: ReadSchema | undefined
}

/** Registers rest/v1; mount it under the prefix `/rest/v1`. */
export async function restRoutes(
  app: FastifyInstance,
  { database, callers, limits, secrets, settings, rateLimitFactor, readSchema }: RestRouteServices,
): Promise<void> {
  const schemas = new SchemaCache(database, readSchema)
  const service = new RestService({ database, schemas, settings })
  const budgets = new RestBudgets(rateLimitFactor)
  const stopListening = database.listen(['pgrst'], () => schemas.reload())
  app.addHook('onClose', stopListening)
  const anonymous = new WeakSet<FastifyRequest>()

  const answer =
    (act: (caller: Caller, request: FastifyRequest, name: string) => Promise<Answer>) =>
    async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
      const caller = await callers.callerOf(request)
      if (caller.role === 'anon') anonymous.add(request)
      sayProfile(request, reply, settings.schemas)
      const work = (counted: Caller): Promise<Answer> => act(counted, request, request.params.name)
      return sendAnswer(request, reply, await budgets.spend({ caller, request }, work))
    }

  app.setErrorHandler((error, request, reply) =>
    sendRestError(request, reply, error, error instanceof CallerError || anonymous.has(request)),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRestError(
      request,
      reply,
      new RestError(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' }),
      true,
    ),
  )
  // The body stays text: PostgreSQL reads the numbers, not JavaScript.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))

  app.route({
    method: ['GET', 'HEAD'],
    url: '/:name',
    handler: answer((caller, request, name) => service.read(caller, request, name)),
  })
  app.get(
    '/',
    answer((caller, request) => service.describe(caller, request, app.prefix)),
  )
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    app.route({
      method,
      url: '/:name',
      handler: answer((caller, request, name) => service.write(caller, request, { name, method })),
    })
  }
  await app.register(async (scope) => {
    doOnce(scope, { database, callers, limits, secrets }, (request) => isDoneOnce(request, settings))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/rpc/:name',
      handler: answer((caller, request, name) => service.call(caller, request, name)),
    })
  })
  for (const url of ['/:name', '/rpc/:name']) {
    app.options(url, async (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE').send())
  }
}

/** Whether a call is one of those that a key has done once. What is taken back at its end, or only planned, was not done. */
function isDoneOnce({ method, params, headers }: FastifyRequest, settings: RestSettings): boolean {
  const { name } = params as { name?: string }
  if (method !== 'POST' || name === undefined || !KEYED_FUNCTIONS.has(name)) return false
  return !preferencesOf(headers, settings).isRolledBack && mediaOf(headers, settings).plan === undefined
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  if (request.method === 'HEAD' || answer.body === undefined) return reply.send()
  return reply.type(`${answer.type}; charset=utf-8`).send(answer.body)
}
