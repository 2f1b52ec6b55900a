import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SOURCE_LIMITS } from '#contract/sources/sources.ts'
import { CONTENT_LIMITS } from '#contract/studio/content.ts'
import { recordFile } from '#contract/studio/records-wire.ts'
import { aiLimits } from '../ai/ai-limits.ts'
import { line, lines, type RequestServices, version } from '../ai/ai-requests.ts'
import { readersOf, sendEvents } from '../http/event-stream.ts'
import { contentRequest } from './content-request.ts'
import { contentError, idOf, parse, personOf } from './content-requests.ts'
import type { DraftService } from './drafts.service.ts'
import type { RecordSigner } from './record-signer.ts'

const BODY = { bodyLimit: 512 * 1024 }

const text = lines(CONTENT_LIMITS.contentBytes).refine((one) => Buffer.byteLength(one) <= CONTENT_LIMITS.contentBytes)
/** A draft as a person saves it. */
export const savedDraft = contentRequest.extend({
  meta_description: line(CONTENT_LIMITS.metaCharacters),
  suggested_tags: z.array(line(CONTENT_LIMITS.tagCharacters).min(1)).max(CONTENT_LIMITS.tags),
  content: text,
  version,
})
const fact = z.strictObject({ source: z.uuid().lowercase(), no: z.int().min(1).max(SOURCE_LIMITS.sentences) })
/** `continues`: only the missing sections of a text that stopped. `facts`: sentences of sources that the model is given. */
const facts = z
  .array(fact)
  .max(SOURCE_LIMITS.chosen)
  .refine((all) => new Set(all.map(({ source, no }) => `${source} ${no}`)).size === all.length)
  .default([])
const writing = z.strictObject({ version, continues: z.boolean().default(false), facts })
/** A text that stopped, as it is typed now. */
const continued = z.strictObject({ draft: z.uuid().lowercase(), content: text })
const previewed = contentRequest.extend({ facts, continues: continued.optional() })
const numbered = z.object({ no: z.string() })
const verified = z.strictObject({ content: text, record: recordFile })

/** Texts of the studio, for who manages growth. */
export function draftRoutes(
  app: FastifyInstance,
  services: RequestServices & { service: DraftService; signer: RecordSigner },
): void {
  const { service, signer } = services
  const reader = (request: Parameters<typeof personOf>[1]) => personOf(services, request, aiLimits.studioByUser)
  const writer = (request: Parameters<typeof personOf>[1]) => personOf(services, request, 'changeByUser')

  app.get('/drafts', async (request) => service.list(await reader(request)))
  app.post('/drafts', BODY, async (request, reply) =>
    reply.code(201).send(await service.add(await writer(request), parse(contentRequest, request.body))),
  )
  app.get('/drafts/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.put('/drafts/:id', BODY, async (request, reply) => {
    const answer = await service.save(await writer(request), idOf(request), parse(savedDraft, request.body))
    if ('version' in answer) return answer
    // Both states: who asked has the other one.
    const { code, message } = contentError('studio_changed')
    return reply.code(409).send({ code, message, ...answer })
  })
  app.delete('/drafts/:id', async (request, reply) => {
    await service.remove(await writer(request), idOf(request))
    return reply.code(204).send()
  })
  app.get('/drafts/:id/versions/:no', async (request) =>
    service.readVersion(await reader(request), idOf(request), parse(numbered, request.params).no),
  )
  app.get('/drafts/:id/export', async (request, reply) => {
    const { name, text: file } = await service.export(await reader(request), idOf(request))
    return reply.type('text/markdown; charset=utf-8').header('content-disposition', attachment(name)).send(file)
  })
  app.get('/drafts/:id/record', async (request, reply) => {
    const { name, record } = await service.record(await reader(request), idOf(request))
    return reply.header('content-disposition', attachment(name)).send(record)
  })
  app.post('/previews', BODY, async (request) => {
    const caller = await reader(request)
    const { facts: chosen, continues, ...asked } = parse(previewed, request.body)
    return service.preview(caller, asked, { facts: chosen, continues })
  })
  app.post('/verifications', BODY, async (request) => {
    await reader(request)
    const { content, record } = parse(verified, request.body)
    return service.verify(content, record)
  })
  app.get('/keys', async () => ({ keys: [await signer.key()] }))
  const readers = readersOf(app)
  // Whoever closes the connection stops the writing.
  app.post('/drafts/:id/writing', BODY, async (request, reply) => {
    const caller = await personOf(services, request, aiLimits.writingByUser)
    const signal = readers.signalOf(reply)
    return sendEvents(reply, await service.write(caller, idOf(request), { ...parse(writing, request.body), signal }))
  })
}

/** By RFC 6266: names of other alphabets too. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`
