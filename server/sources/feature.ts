import * as sourcesWire from '#contract/sources/sources-wire.ts'
import { addSource, findFacts, listSources, readSource, removeSource } from '#contract/sources/sources-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature, FeatureServices } from '../feature.ts'
import { answering } from '../http/wire-requests.ts'
import { sourceTasks } from './source-job.ts'
import { sourcesLimits } from './sources-limits.ts'
import { idOf, parse, personOf, sendSourcesError, translate } from './sources-requests.ts'
import { SourceService } from './sources.service.ts'

/** Above what is stored, so that a text that is too large is told so. */
const BODY_BYTES = 4 * 1024 * 1024
const FACTS_BODY_BYTES = 64 * 1024

/** Texts that an organisation gives as sources of what it writes. */
export const sources: Feature = {
  wire: wireRoutesOf(sourcesWire),
  routes: async (app, services) => {
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendSourcesError)
        sourceRoutes(scope, services)
      },
      { prefix: '/sources/v1' },
    )
  },
  tasks: sourceTasks,
}

function sourceRoutes(app: Parameters<typeof answering>[0], services: FeatureServices): void {
  const service = new SourceService(services.database)
  const limits = { read: sourcesLimits.sourcesByUser, change: sourcesLimits.sourceChangeByUser }
  const on = answering(app, services, { parse, idOf, personOf, translate, limits, bodyLimitBytes: BODY_BYTES })
  const asked = { limit: limits.read, bodyLimitBytes: FACTS_BODY_BYTES }

  on(listSources, (caller) => service.list(caller))
  on(addSource, (caller, { body }) => service.add(caller, body))
  on(readSource, (caller, { id }) => service.read(caller, id))
  on(removeSource, (caller, { id }) => service.remove(caller, id))
  on(findFacts, (caller, { body }) => service.facts(caller, body), asked)
}
