import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import { idOf, parse, personOf, type RequestServices } from '../growth-requests.ts'
import {
  changedContact,
  contactImport,
  contactPage,
  contactRules,
  newContact,
  removedContacts,
  statedConsent,
  taggedContacts,
} from './contacts.schemas.ts'
import type { ContactService } from './contacts.service.ts'
import { growthLimits } from '../growth-limits.ts'

const BODY_LIMIT_BYTES = 128 * 1024
/** JSON writes a quote or the end of a line in two bytes. */
const IMPORT_LIMIT_BYTES = 2 * CONTACT_LIMITS.importBytes + BODY_LIMIT_BYTES

/** Contacts of an organisation, for who manages its growth. */
export function contactRoutes(app: FastifyInstance, services: RequestServices & { service: ContactService }): void {
  const { service } = services
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  app.get('/', async (request) => {
    const caller = await personOf(services, request, growthLimits.growthByUser)
    return service.list(caller, parse(contactPage, request.query))
  })
  app.get('/export', async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const lines = service.export(caller, parse(contactRules, request.query))
    // What is refused is refused before the first line.
    const { value } = await lines.next()
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="contacts.csv"')
      .send(Readable.from(continued(value ?? '', lines)))
  })
  app.get('/:id', async (request) =>
    service.read(await personOf(services, request, growthLimits.growthByUser), idOf(request)),
  )
  app.post('/', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.add(caller, parse(newContact, request.body))
    return reply.code(204).send()
  })
  app.post('/imports', { bodyLimit: IMPORT_LIMIT_BYTES }, async (request) => {
    const caller = await personOf(services, request, 'importByUser')
    return service.import(caller, parse(contactImport, request.body))
  })
  app.post('/tags', body, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { ids, tag, isOn } = parse(taggedContacts, request.body)
    return { count: await service.tag(caller, ids, tag, isOn) }
  })
  app.post('/removals', body, async (request) => {
    const caller = await personOf(services, request, 'changeByUser')
    return { count: await service.remove(caller, parse(removedContacts, request.body).ids) }
  })
  app.patch('/:id', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    await service.change(caller, idOf(request), parse(changedContact, request.body))
    return reply.code(204).send()
  })
  app.post('/:id/consent', body, async (request, reply) => {
    const caller = await personOf(services, request, 'changeByUser')
    const { state, ground } = parse(statedConsent, request.body)
    await service.stateConsent(caller, idOf(request), state, ground)
    return reply.code(204).send()
  })
}

async function* continued(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
