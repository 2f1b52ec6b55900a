import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryResultRow } from 'pg'
import { SCIM, SCIM_PATH } from '#contract/scim.ts'
import { requireCleanText } from '../http/clean-text.ts'
import { namesVersion } from '../http/conditional.ts'
import { resourceTypes, schemas, serviceProviderConfig, wholeList } from './discovery.ts'
import { inviteProvisioned, type InviteServices } from './invite.ts'
import { groupKind, userKind } from './kinds.ts'
import { readListQuery, readSearch } from './list-query.ts'
import { project, readProjection } from './projection.ts'
import { type Made, ResourceService, type ResourceServices } from './resources.service.ts'
import type { Resource } from './resources.ts'
import { CONTENT_TYPE, notThere, ScimError, sendError, sendScimError } from './scim-error.ts'
import { searchEverything } from './search-everything.ts'
import { type Admitted, admit } from './tokens.ts'

export type ScimRouteServices = Omit<ResourceServices, 'base'> & InviteServices

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Registers scim/v2: an identity provider keeps the people and teams of one organisation. Nothing else is reached with its token. */
export async function scimRoutes(app: FastifyInstance, services: ScimRouteServices): Promise<void> {
  const { publicUrl } = services.config
  const base = publicUrl + SCIM_PATH
  const resources = { database: services.database, limits: services.limits, base }
  const admissions = new Admissions(app, services)

  app.setErrorHandler(sendScimError)
  app.setNotFoundHandler(() => {
    throw notThere()
  })
  app.addContentTypeParser(
    'application/scim+json',
    { parseAs: 'string', bodyLimit: SCIM.bodyBytes },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.addHook('onSend', async (_request, reply) => void (reply.statusCode !== 204 && reply.type(CONTENT_TYPE)))
  app.addHook('preValidation', async ({ query, params }) => requireCleanText([query, params]))

  discoveryRoutes(app, { base, site: publicUrl })
  const users = new ResourceService(resources, userKind)
  const groups = new ResourceService(resources, groupKind)
  const invited =
    (admitted: Admitted): Made =>
    (db, { id }) =>
      inviteProvisioned(services, db, { ...admitted, id })
  resourceRoutes(app, users, { admissions, made: invited, answersPatch: true })
  resourceRoutes(app, groups, { admissions, answersPatch: false })
  app.post('/.search', (request) =>
    searchEverything({ users, groups }, admissions.of(request), readSearch(request.body)),
  )
  app.get('/Me', (_request, reply) =>
    sendError(reply, { status: 501, detail: 'A token is of an organisation, not of a person.' }),
  )
}

/** Which token each request came with. It is looked at before the body. */
class Admissions {
  readonly #admitted = new WeakMap<FastifyRequest, Admitted>()

  constructor(app: FastifyInstance, services: ScimRouteServices) {
    app.addHook('onRequest', async (request) => {
      this.#admitted.set(request, await admit(services, request))
    })
  }

  of(request: FastifyRequest): Admitted {
    const admitted = this.#admitted.get(request)
    if (!admitted) throw new ScimError(401, '', 'Send a token of SCIM as bearer.')
    return admitted
  }

  /** With the resource that the address names. @throws {ScimError} 404 for what is no id */
  asked(request: FastifyRequest) {
    const { id } = request.params as { id: string }
    if (!UUID.test(id)) throw notThere()
    return { ...this.of(request), id, ifMatch: request.headers['if-match'] }
  }
}

function discoveryRoutes(app: FastifyInstance, { base, site }: { base: string; site: string }): void {
  const refuseFilter = ({ query }: FastifyRequest): void => {
    if ((query as Record<string, unknown>)['filter'] !== undefined)
      throw new ScimError(403, '', 'What the server speaks is not searched.')
  }
  const one = <Entry extends { id: string }>(entries: Entry[], { params }: FastifyRequest): Entry => {
    const found = entries.find(({ id }) => id === (params as { id: string }).id)
    if (!found) throw notThere()
    return found
  }
  app.get('/ServiceProviderConfig', () => serviceProviderConfig(base, site))
  app.get('/Schemas', (request) => (refuseFilter(request), wholeList(schemas(base))))
  app.get('/Schemas/:id', (request) => one(schemas(base), request))
  app.get('/ResourceTypes', (request) => (refuseFilter(request), wholeList(resourceTypes(base))))
  app.get('/ResourceTypes/:id', (request) => one(resourceTypes(base), request))
}

type Ways = {
  admissions: Admissions
  made?: (admitted: Admitted) => Made
  /** Otherwise a PATCH is answered without a body: a group is large. */
  answersPatch: boolean
}

function resourceRoutes<Row extends QueryResultRow & { place: string; id: string }, Changes>(
  app: FastifyInstance,
  service: ResourceService<Row, Changes>,
  { admissions, made, answersPatch }: Ways,
): void {
  const path = `/${service.kind.path}`
  const body = { bodyLimit: SCIM.bodyBytes }

  app.get(path, (request) => service.list(admissions.of(request), readListQuery(request.query)))
  app.post(`${path}/.search`, body, (request) => service.list(admissions.of(request), readSearch(request.body)))
  app.post(path, body, async (request, reply) => {
    const admitted = admissions.of(request)
    const resource = await service.add(admitted, request.body, made?.(admitted))
    return answer(request, reply.code(201).header('location', resource.meta.location), resource)
  })
  app.get(`${path}/:id`, async (request, reply) => {
    const resource = await service.read(admissions.asked(request), projectionOf(request))
    const known = request.headers['if-none-match']
    if (known !== undefined && namesVersion(known, resource.meta.version))
      return reply.code(304).header('etag', resource.meta.version).send()
    return answer(request, reply, resource)
  })
  app.put(`${path}/:id`, body, async (request, reply) =>
    answer(request, reply, await service.replace(admissions.asked(request), request.body)),
  )
  app.patch(`${path}/:id`, body, async (request, reply) => {
    const resource = await service.patch(admissions.asked(request), request.body)
    if (answersPatch || projectionOf(request).only !== undefined) return answer(request, reply, resource)
    return reply.code(204).header('etag', resource.meta.version).send()
  })
  app.delete(`${path}/:id`, async (request, reply) => {
    await service.remove(admissions.asked(request))
    return reply.code(204).send()
  })
}

const projectionOf = ({ query }: FastifyRequest) => readProjection(query as Record<string, unknown>)

function answer(request: FastifyRequest, reply: FastifyReply, resource: Resource) {
  return reply.header('etag', resource.meta.version).send(project(resource, projectionOf(request)))
}
