import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fromBase64Url } from '#crypto/encoding.ts'
import type { Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { keywordLimits } from './keywords-limits.ts'
import { idOf, parse, personOf, sendKeywordsError } from './keywords-requests.ts'
import {
  changedCluster,
  clusterAddress,
  MAX_IMPORT_BODY_BYTES,
  mergedClusters,
  newImport,
  newProject,
  renamedProject,
  savedTerms,
} from './keywords.schemas.ts'
import { KeywordService } from './keywords.service.ts'

type RouteServices = { database: Database; callers: Callers; limits: RateLimits }

/** Keyword projects of an organisation, for who manages its growth. */
export function keywordRoutes(app: FastifyInstance, services: RouteServices): void {
  const service = new KeywordService(services.database)
  app.setErrorHandler(sendKeywordsError)
  const reader = (request: FastifyRequest) => personOf(services, request, keywordLimits.keywordsByUser)
  const changer = (request: FastifyRequest) => personOf(services, request, 'changeByUser')
  const runner = (request: FastifyRequest) => personOf(services, request, keywordLimits.keywordRunsByUser)

  app.get('/projects', async (request) => service.list(await reader(request)))
  app.get('/projects/:id', async (request) => service.read(await reader(request), idOf(request)))
  app.get('/projects/:id/export', async (request, reply) => {
    const csv = await service.export(await personOf(services, request, 'importByUser'), idOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="keywords.csv"')
      .send(csv)
  })
  app.post('/projects', { bodyLimit: MAX_IMPORT_BODY_BYTES }, async (request, reply) => {
    const caller = await runner(request)
    return reply.code(201).send(await service.start(caller, parse(newProject, request.body)))
  })
  app.post('/imports', { bodyLimit: MAX_IMPORT_BODY_BYTES }, async (request) => {
    const caller = await runner(request)
    const { file, ...given } = parse(newImport, request.body)
    return service.import(caller, { ...given, file: fromBase64Url(file) })
  })
  app.get('/terms', async (request) => service.readTerms(await reader(request)))
  app.put('/terms', async (request, reply) => {
    await service.saveTerms(await changer(request), parse(savedTerms, request.body))
    return reply.code(204).send()
  })
  app.patch('/projects/:id', async (request, reply) => {
    const caller = await changer(request)
    await service.rename(caller, idOf(request), parse(renamedProject, request.body).name)
    return reply.code(204).send()
  })
  app.delete('/projects/:id', async (request, reply) => {
    await service.remove(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  app.post('/projects/:id/cancel', async (request, reply) => {
    await service.cancel(await changer(request), idOf(request))
    return reply.code(204).send()
  })
  app.patch('/projects/:id/clusters/:cluster', async (request, reply) => {
    const caller = await changer(request)
    const { id, cluster } = parse(clusterAddress, request.params)
    await service.changeCluster(caller, id, cluster, parse(changedCluster, request.body))
    return reply.code(204).send()
  })
  app.post('/projects/:id/merges', async (request, reply) => {
    const caller = await changer(request)
    await service.merge(caller, idOf(request), parse(mergedClusters, request.body))
    return reply.code(204).send()
  })
  app.post('/projects/:id/clusters/:cluster/brief', async (request) => {
    const caller = await changer(request)
    const { id, cluster } = parse(clusterAddress, request.params)
    return service.brief(caller, id, cluster)
  })
}
