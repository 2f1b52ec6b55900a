import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkTarget } from '#contract/partners/addresses.ts'
import { clientOf } from '#server/auth/request.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { isProgram, RecentVisitors } from './recent-visitors.ts'
import { partnersLimits } from '../partners-limits.ts'

type FollowServices = { database: Database; limits: RateLimits; clock: Clock }

/**
 * Leads from the link of a partner to the page that it is for, and counts the visit of a day: no cookie, and nothing of who came is stored.
 * An id of a file request, which has the same beginning, is longer than a code.
 */
export function followRoutes(app: FastifyInstance, { database, limits, clock }: FollowServices): void {
  const visitors = new RecentVisitors(clock)
  app.get('/r/:code(^[a-zA-Z0-9-]{3,32}$)', async (request, reply) => {
    const { ip, userAgent } = clientOf(request)
    await limits.take(partnersLimits.partnerLinkByAddress, ip)
    const code = (request.params as { code: string }).code.toLowerCase()
    const counts =
      isVisit(request) && !isProgram(userAgent) && visitors.isNew({ code, address: ip, userAgent: userAgent ?? '' })
    const { rows } = await database.owner<{ path: string | null }>('select partners.follow_link($1, $2) as path', [
      code,
      counts,
    ])
    const path = rows[0]?.path
    return reply.header('cache-control', 'no-store').redirect(path ? linkTarget(path, code) : '/', 302)
  })
}

/** Not what a browser fetches before somebody opens it, nor a question whether the address is there. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`
  return method === 'GET' && !/prefetch|preview/i.test(purpose)
}
