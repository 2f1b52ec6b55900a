import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CUSTOM_LIMIT, PLATFORMS, SOCIAL_LIMITS } from '#contract/studio/platforms.ts'
import { aiLimits } from '../ai/ai-limits.ts'
import { line, lines, type RequestServices, version } from '../ai/ai-requests.ts'
import { readersOf, sendEvents } from '../http/event-stream.ts'
import { calendarRequest } from './calendar-request.ts'
import { idOf, parse, personOf, socialError } from './social-requests.ts'
import type { SocialService } from './social.service.ts'

const BODY = { bodyLimit: 256 * 1024 }

const changed = z.strictObject({
  version,
  date: z.iso
    .date()
    .refine((date) => date >= '2000-01-01' && date <= '2099-12-31')
    .optional(),
  slot: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  content: lines(SOCIAL_LIMITS.contentCharacters).min(1).optional(),
  hashtags: z
    .array(line(SOCIAL_LIMITS.hashtagCharacters).regex(/^#\S+$/))
    .max(SOCIAL_LIMITS.hashtags)
    .optional(),
  cta: line(300).optional(),
  visual_suggestion: line(1000).optional(),
  is_published: z.boolean().optional(),
})
const limits = z.strictObject({
  limits: z.record(z.enum(PLATFORMS), z.int().min(CUSTOM_LIMIT.min).max(CUSTOM_LIMIT.max)),
})

/** Calendars of the studio, for who manages growth. */
export function socialRoutes(app: FastifyInstance, services: RequestServices & { service: SocialService }): void {
  const { service } = services
  const readers = readersOf(app)
  const reader = (request: FastifyRequest) => personOf(services, request, aiLimits.studioByUser)
  const writer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')

  app.get('/calendars', async (request) => service.list(await reader(request)))
  app.post('/calendars', BODY, async (request, reply) => {
    const caller = await personOf(services, request, aiLimits.writingByUser)
    const signal = readers.signalOf(reply)
    return sendEvents(reply, await service.make(caller, parse(calendarRequest, request.body), signal))
  })
  app.post('/previews', BODY, async (request) => {
    const caller = await reader(request)
    return service.preview(caller, parse(calendarRequest, request.body))
  })
  // Only the posts that have no copy yet.
  app.post('/calendars/:id/writing', BODY, async (request, reply) => {
    const caller = await personOf(services, request, aiLimits.writingByUser)
    const signal = readers.signalOf(reply)
    return sendEvents(reply, await service.resume(caller, idOf(request), signal))
  })
  app.get('/calendars/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.delete('/calendars/:id', async (request, reply) => {
    await service.remove(await writer(request), idOf(request))
    return reply.code(204).send()
  })
  app.get('/calendars/:id/csv', async (request, reply) =>
    sendFile(reply, 'text/csv', await service.csv(await reader(request), idOf(request))),
  )
  app.get('/calendars/:id/ics', async (request, reply) =>
    sendFile(reply, 'text/calendar', await service.ics(await reader(request), idOf(request))),
  )
  app.get('/calendars/:id/record', async (request) => service.record(await reader(request), idOf(request)))
  app.patch('/posts/:id', BODY, async (request, reply) => {
    const caller = await personOf(services, request, aiLimits.studioByUser)
    const answer = await service.change(caller, idOf(request), parse(changed, request.body))
    if ('post' in answer) return answer
    // Both states: who asked has the other one.
    const { code, message } = socialError('studio_changed')
    return reply.code(409).send({ code, message, ...answer })
  })
  app.put('/limits', BODY, async (request, reply) => {
    await service.saveLimits(await writer(request), parse(limits, request.body).limits)
    return reply.code(204).send()
  })
}

const sendFile = (reply: FastifyReply, type: string, { name, text }: { name: string; text: string }): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).header('content-disposition', `attachment; filename="${name}"`).send(text)
