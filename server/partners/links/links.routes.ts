import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isLinkCode, isLinkPath } from '#contract/partners/addresses.ts'
import { id } from '#contract/wire/wire-fields.ts'
import { ask } from '../../db/ask.ts'
import { BODY, idOf, parse, personOf, type RequestServices } from '../partners-requests.ts'
import { partnersLimits } from '../partners-limits.ts'

const newLink = z.strictObject({ id, code: z.string().refine(isLinkCode), path: z.string().refine(isLinkPath) })
const pausedLink = z.strictObject({ is_paused: z.boolean() })

/** Links of partners, for who manages them. A code is never given to somebody else, so a link is paused and not deleted. */
export function linkRoutes(app: FastifyInstance, services: RequestServices): void {
  app.post('/partners/:id/links', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { id: chosen, code, path } = parse(newLink, request.body)
    const values = [chosen, idOf(request), code, path]
    const [added] = await ask(services, caller, 'select partners.add_link($1, $2, $3, $4) as id', values)
    return reply.code(201).send(added)
  })
  app.put('/links/:id', BODY, async (request, reply) => {
    const caller = await personOf(services, request, partnersLimits.partnersChangeByUser)
    const { is_paused: isPaused } = parse(pausedLink, request.body)
    await ask(services, caller, 'select partners.pause_link($1, $2)', [idOf(request), isPaused])
    return reply.code(204).send()
  })
}
