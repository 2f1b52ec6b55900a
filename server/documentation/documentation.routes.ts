import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { GUIDE_LIMITS as LIMITS, GUIDE_SECTIONS, OWN_GUIDES_PATH } from '#contract/documentation/own-guides.ts'
import type { Caller, Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { PublicContent } from '../http/encodings.ts'
import type { LimitName, NamedLimit, RateLimits } from '../http/rate-limits.ts'
import { idOf, parse, personOf, sendGuideError } from './documentation-requests.ts'
import { GUIDE_POLICY } from './guide-page.ts'
import { GuideService } from './guides.service.ts'
import type { PublishedGuides } from './published-guides.ts'
import { documentationLimits } from './documentation-limits.ts'

type RouteServices = { database: Database; callers: Callers; limits: RateLimits; published: PublishedGuides }

/** A text of signs that JSON escapes, each to six bytes. */
const BODY_LIMIT_BYTES = 6 * LIMITS.bodyBytes + 64 * 1024

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
const slug = z.string().max(LIMITS.slugCharacters)
const seen = z.int().min(0).max(1_000_000_000)
const draft = z.strictObject({
  slug,
  title: line(LIMITS.titleCharacters),
  description: line(LIMITS.descriptionCharacters),
  section: z.enum(GUIDE_SECTIONS),
  place: z.int().min(0).max(LIMITS.place),
  replaces: slug.nullable(),
  body: z.string().refine((text) => !text.includes('\0')),
})
const change = draft.extend({ seen })
const publication = z.strictObject({ seen, note: line(LIMITS.noteCharacters) })
const restoration = z.strictObject({ seen, version: z.int().min(1).max(LIMITS.versions) })
/** What is no number is no version. */
const versionIn = z.object({ version: z.coerce.number().int().min(1).max(LIMITS.versions).catch(0) })

/** Guides that the operator's organisation writes, and what anybody may read of them. */
export function documentationRoutes(app: FastifyInstance, services: RouteServices): void {
  const { database, published } = services
  const service = new GuideService({ database, published })
  const body = { bodyLimit: BODY_LIMIT_BYTES }
  app.setErrorHandler(sendGuideError)
  const reader = (request: FastifyRequest): Promise<Caller> =>
    callerOf(services, request, documentationLimits.documentationByUser)
  const writer = (request: FastifyRequest): Promise<Caller> =>
    callerOf(services, request, documentationLimits.documentationChangeByUser)

  app.get('/published', async (request, reply) => sendPublic(request, reply, await published.list()))
  app.get('/published/parts', async (request, reply) => sendPublic(request, reply, await published.parts()))
  app.get('/guides', async (request) => service.list(await reader(request)))
  app.get('/guides/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.get('/guides/:id/versions/:version', async (request) =>
    service.readVersion(await reader(request), idOf(request), parse(versionIn, request.params).version),
  )
  app.post('/guides', body, async (request, reply) => {
    const caller = await writer(request)
    return reply.code(201).send(await service.create(caller, parse(draft, request.body)))
  })
  app.put('/guides/:id', body, async (request) => {
    const caller = await writer(request)
    return service.save(caller, idOf(request), parse(change, request.body))
  })
  app.post('/guides/:id/versions', async (request, reply) => {
    const caller = await writer(request)
    return reply.code(201).send(await service.publish(caller, idOf(request), parse(publication, request.body)))
  })
  app.delete('/guides/:id/publication', async (request, reply) => {
    await service.unpublish(await writer(request), idOf(request))
    return reply.code(204).send()
  })
  app.post('/guides/:id/restoration', async (request, reply) => {
    const caller = await writer(request)
    await service.restore(caller, idOf(request), parse(restoration, request.body))
    return reply.code(204).send()
  })
  app.delete('/guides/:id', async (request, reply) => {
    await service.remove(await writer(request), idOf(request))
    return reply.code(204).send()
  })
}

/** The pages of own guides. An address that none has gets the page of the site that says so. */
export function guidePageRoutes(app: FastifyInstance, { published }: { published: PublishedGuides }): void {
  app.setErrorHandler(sendGuideError)
  app.get(`${OWN_GUIDES_PATH}:slug`, async (request, reply) => {
    const page = await published.page((request.params as { slug: string }).slug)
    if (!page) return reply.callNotFound()
    reply.headers({ 'content-security-policy': GUIDE_POLICY, 'cache-control': 'no-cache' })
    return page.send(request, reply.type('text/html; charset=utf-8'))
  })
}

const callerOf = (
  { callers, limits }: RouteServices,
  request: FastifyRequest,
  limit: LimitName | NamedLimit,
): Promise<Caller> => personOf({ callers, limits }, request, limit)

function sendPublic(request: FastifyRequest, reply: FastifyReply, content: PublicContent): Promise<FastifyReply> {
  return content.send(request, reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8'))
}
