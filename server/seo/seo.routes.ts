import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SEO_LIMITS } from '#contract/seo/findings.ts'
import type { Caller, Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { LimitName, NamedLimit, RateLimits } from '../http/rate-limits.ts'
import { idOf, parse, personOf, sendSeoError } from './seo-requests.ts'
import { SeoService } from './seo.service.ts'
import { seoLimits } from './seo-limits.ts'
import type { SiteRedirects } from './site-redirects.ts'

type RouteServices = {
  database: Database
  callers: Callers
  limits: RateLimits
  redirects: SiteRedirects
}

const schedule = z.strictObject({ isWeekly: z.boolean() })
const address = z.string().trim().min(1).max(SEO_LIMITS.addressCharacters)
const redirect = z.strictObject({ from: address, to: address, isPermanent: z.boolean() })
const fromAddress = z.strictObject({ from: address })

/** How the public site is found. */
export function seoRoutes(app: FastifyInstance, { callers, limits, database, redirects }: RouteServices): void {
  const isTaken = (path: string): boolean => app.hasRoute({ method: 'GET', url: path })
  const service = new SeoService({ database, redirects, isTaken })
  app.setErrorHandler(sendSeoError)

  const callerOf = (request: FastifyRequest, limit: LimitName | NamedLimit): Promise<Caller> =>
    personOf({ callers, limits }, request, limit)

  app.get('/crawls', async (request) => service.list(await callerOf(request, seoLimits.seoByUser)))
  app.post('/crawls', async (request, reply) =>
    reply.code(202).send(await service.start(await callerOf(request, 'changeByUser'))),
  )
  app.get('/crawls/:id', async (request) => service.read(await callerOf(request, seoLimits.seoByUser), idOf(request)))
  app.post('/crawls/:id/cancel', async (request, reply) => {
    await service.cancel(await callerOf(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
  app.put('/schedule', async (request, reply) => {
    const caller = await callerOf(request, 'changeByUser')
    await service.setWeekly(caller, parse(schedule, request.body).isWeekly)
    return reply.code(204).send()
  })
  app.get('/redirects', async (request) => service.listRedirects(await callerOf(request, seoLimits.seoByUser)))
  app.put('/redirects', async (request, reply) => {
    const caller = await callerOf(request, 'changeByUser')
    await service.saveRedirect(caller, parse(redirect, request.body))
    return reply.code(204).send()
  })
  app.delete('/redirects', async (request, reply) => {
    const caller = await callerOf(request, 'changeByUser')
    await service.removeRedirect(caller, parse(fromAddress, request.query).from)
    return reply.code(204).send()
  })
}
