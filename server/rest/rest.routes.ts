import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { type Callers, CallerError } from '../http/caller.ts'
import { RestError, sendRestError } from './rest-error.ts'
import type { Answer } from './answer.ts'
import type { RestSettings } from './planner.ts'
import { sayProfile } from './parse/profile.ts'
import { RestBudgets } from './rest-budget.ts'
import { RestService } from './rest.service.ts'
import { SchemaCache } from './schema/schema-cache.ts'

export type RestRouteServices = {
  database: Database
  callers: Callers
  settings: RestSettings
  rateLimitFactor: number
}

/** Registers rest/v1; mount it under the prefix `/rest/v1`. */
export async function restRoutes(
  app: FastifyInstance,
  { database, callers, settings, rateLimitFactor }: RestRouteServices,
): Promise<void> {
  const schemas = new SchemaCache(database)
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
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/rpc/:name',
    handler: answer((caller, request, name) => service.call(caller, request, name)),
  })
  for (const url of ['/:name', '/rpc/:name']) {
    app.options(url, async (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE').send())
  }
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  if (request.method === 'HEAD' || answer.body === undefined) return reply.send()
  return reply.type(`${answer.type}; charset=utf-8`).send(answer.body)
}
