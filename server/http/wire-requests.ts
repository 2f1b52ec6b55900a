import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Answered, Asked, Sendable, WireRoute } from '#contract/wire/wire-route.ts'
import type { Caller } from '../db/database.ts'
import type { Callers } from './caller.ts'
import { Refusal } from './refusal.ts'
import type { LimitName, NamedLimit, RateLimits } from './rate-limits.ts'

export type WireServices = { callers: Callers; limits: RateLimits }

/** The part of `requestsOf` that a route of the contract needs. */
export type Reading = {
  parse: <Schema extends z.ZodType>(schema: Schema, given: unknown) => z.output<Schema>
  idOf: (request: FastifyRequest) => string
  translate: (error: unknown) => Refusal | undefined
  personOf: (services: WireServices, request: FastifyRequest, limit?: LimitName | NamedLimit) => Promise<Caller>
}

/** Limits of one person: of reading, and of changing something. */
export type ReadAndChange = { read: LimitName | NamedLimit; change: LimitName | NamedLimit }

/** Returns what is stored of something now, as its list has it. */
type Current = (caller: Caller, id: string) => Promise<unknown>

/** Address of a route within a scope of the server, whose prefix it begins with. */
export function placeOf(
  { line }: WireRoute,
  { prefix }: Pick<FastifyInstance, 'prefix'>,
): { method: string; url: string } {
  const [method = '', path = ''] = line.split(' ')
  if (!path.startsWith(prefix)) throw new Error(`${line} is not within ${prefix}`)
  return { method, url: path.slice(prefix.length) || '/' }
}

/**
 * Answers routes of the contract: who asks and what was sent is read once, by their schemas. What they may do is decided in the database.
 * @param bodyLimitBytes of what is sent
 */
export function answering(
  app: FastifyInstance,
  services: WireServices,
  {
    parse,
    idOf,
    personOf,
    translate,
    limits,
    bodyLimitBytes,
  }: Reading & { limits: ReadAndChange; bodyLimitBytes: number },
) {
  return <Route extends WireRoute>(
    route: Route,
    answer: (caller: Caller, asked: Asked<Route>) => Promise<Sendable<Answered<Route>>>,
    own: { limit?: LimitName | NamedLimit; bodyLimitBytes?: number; current?: Current } = {},
  ): void => {
    const { method, url } = placeOf(route, app)
    const limit = own.limit ?? (method === 'GET' ? limits.read : limits.change)
    app.route({
      method,
      url,
      bodyLimit: own.bodyLimitBytes ?? bodyLimitBytes,
      handler: async (request, reply) => {
        const caller = await personOf(services, request, limit)
        const asked = {
          ...(url.includes('/:id') && { id: idOf(request) }),
          ...(route.query && { query: parse(route.query, request.query) }),
          ...(route.body && { body: parse(route.body, request.body) }),
        } as Asked<Route>
        const answered = await answer(caller, asked).catch(async (error: unknown) => {
          const { current } = own
          throw current ? await withCurrent(error, translate(error), () => current(caller, idOf(request))) : error
        })
        return route.answer ? reply.code(route.makes ? 201 : 200).send(answered) : reply.code(204).send()
      },
    })
  }
}

/** Codes of features for a version that is no longer the latest. */
const CHANGED = /_(changed|saved_elsewhere)$/

/** A refusal of a change whose version is no longer the latest, together with what is stored: the client has what it sent, and sees both. */
async function withCurrent(
  error: unknown,
  refusal: Refusal | undefined,
  read: () => Promise<unknown>,
): Promise<unknown> {
  if (refusal === undefined || !CHANGED.test(refusal.code)) return error
  const { status, code, message } = refusal
  return new Refusal(status, code, message, { cause: error, current: await read() })
}
