import type { FastifyInstance } from 'fastify'
import { idOf, parse, personOf, type RequestServices } from '../growth-requests.ts'
import {
  audienceFields,
  audienceRules,
  mailPace,
  newsletterAct,
  newsletterFields,
  newsletterPage,
  newsletterSchedule,
} from './newsletters.schemas.ts'
import type { NewsletterService } from './newsletters.service.ts'
import { growthLimits } from '../growth-limits.ts'

/** Blocks of the longest newsletter, in the alphabets that take most bytes. */
const BODY_LIMIT_BYTES = 1024 * 1024

type Services = RequestServices & { service: NewsletterService }

/** Newsletters of an organisation, for who manages its growth. */
export function newsletterRoutes(app: FastifyInstance, services: Services): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  app.get('/', async (request) => {
    const caller = await personOf(services, request, growthLimits.growthByUser)
    return service.list(caller, parse(newsletterPage, request.query))
  })
  app.get('/settings', async (request) =>
    service.settings(await personOf(services, request, growthLimits.growthByUser)),
  )
  app.put('/settings', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.setPace(caller, parse(mailPace, request.body).per_hour)
    return reply.code(204).send()
  })
  app.post('/report-token', async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    return { token: await service.makeReportToken(caller) }
  })
  app.get('/:id', async (request) =>
    service.read(await personOf(services, request, growthLimits.growthByUser), idOf(request)),
  )
  app.post('/', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply.code(201).send({ id: await service.save(caller, undefined, parse(newsletterFields, request.body)) })
  })
  app.put('/:id', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.save(caller, idOf(request), parse(newsletterFields, request.body))
    return reply.code(204).send()
  })
  app.post('/:id/schedule', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.schedule(caller, idOf(request), parse(newsletterSchedule, request.body).at)
    return reply.code(204).send()
  })
  app.post('/:id/act', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.steer(caller, idOf(request), parse(newsletterAct, request.body).act)
    return reply.code(204).send()
  })
  app.post('/:id/copy', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply.code(201).send({ id: await service.copy(caller, idOf(request)) })
  })
  // Each is a mail.
  app.post('/:id/test', async (request) => {
    const caller = await personOf(services, request, 'importByUser')
    return { email: await service.test(caller, idOf(request)) }
  })
  app.post('/:id/preview', async (request) =>
    service.preview(await personOf(services, request, growthLimits.growthByUser), idOf(request)),
  )
}

/** Audiences of an organisation: rules, and how many they let through now. */
export function audienceRoutes(app: FastifyInstance, services: Services): void {
  const { service } = services
  app.get('/', async (request) => service.audiences(await personOf(services, request, growthLimits.growthByUser)))
  app.post('/count', async (request) => {
    const caller = await personOf(services, request, growthLimits.growthByUser)
    return service.count(caller, parse(audienceRules, request.body))
  })
  app.post('/', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    return reply
      .code(201)
      .send({ id: await service.saveAudience(caller, undefined, parse(audienceFields, request.body)) })
  })
  app.put('/:id', async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.saveAudience(caller, idOf(request), parse(audienceFields, request.body))
    return reply.code(204).send()
  })
  app.delete('/:id', async (request, reply) => {
    await service.removeAudience(await personOf(services, request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
}
