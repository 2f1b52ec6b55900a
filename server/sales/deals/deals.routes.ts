import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { BODY, idOf, parse, personOf, type RequestServices } from '../sales-requests.ts'
import { changedDeal, dealPage, dealRules, movedDeal, newDeal } from './deals.schemas.ts'
import type { DealService } from './deals.service.ts'
import { salesLimits } from '../sales-limits.ts'

/** Deals of an organisation, for who manages its sales. */
export function dealRoutes(app: FastifyInstance, services: RequestServices & { service: DealService }): void {
  const { service } = services

  app.get('/board', async (request) => {
    const caller = await personOf(services, request, salesLimits.salesByUser)
    return service.board(caller, parse(dealRules, request.query))
  })
  app.get('/deals', async (request) => {
    const caller = await personOf(services, request, salesLimits.salesByUser)
    return service.more(caller, parse(dealPage, request.query))
  })
  app.get('/deals/export', async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const lines = service.export(caller, parse(dealRules, request.query))
    // What is refused is refused before the first line.
    const { value } = await lines.next()
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="deals.csv"')
      .send(Readable.from(continued(value ?? '', lines)))
  })
  app.get('/deals/:id', async (request) =>
    service.read(await personOf(services, request, salesLimits.salesByUser), idOf(request)),
  )
  app.post('/deals', BODY, async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    return reply.code(201).send({ id: await service.add(caller, parse(newDeal, request.body)) })
  })
  app.put('/deals/:id', BODY, async (request) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    return { version: await service.change(caller, idOf(request), parse(changedDeal, request.body)) }
  })
  app.post('/deals/:id/moves', BODY, async (request) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    return { version: await service.move(caller, idOf(request), parse(movedDeal, request.body)) }
  })
  app.delete('/deals/:id', async (request, reply) => {
    const caller = await personOf(services, request, salesLimits.salesChangeByUser)
    await service.remove(caller, idOf(request))
    return reply.code(204).send()
  })
}

async function* continued(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
