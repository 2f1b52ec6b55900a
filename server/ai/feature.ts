import type { Feature } from '../feature.ts'
import { Outbound } from '../outbound/outbound.ts'
import { sendAiError } from './ai-requests.ts'
import { connectionRoutes } from './connections/connections.routes.ts'
import { ConnectionService } from './connections/connections.service.ts'
import { tidyRequests } from './request-log.sql.ts'
import { ownModelRoutes } from './own-models/own-models.routes.ts'
import { dropOldUploads } from './own-models/own-models.sql.ts'
import { ownModelsOf } from './own-models/own-models.ts'
import { createTextModels } from './create-text-models.ts'
import { usageRoutes } from './usage/usage.routes.ts'

/** Files are of one server, so each looks after its own. */
const TIDY_MS = 60 * 60_000

/** Language models of organisations: connections, budgets, and the log of what was asked. */
export const ai: Feature = {
  routes: async (app, { config, secrets, database, callers, limits }) => {
    const ownModels = ownModelsOf(database, config)
    const outbound = new Outbound(config.outbound)
    const models = createTextModels({ config, secrets, database })
    const service = new ConnectionService({ database, outbound, serverSecret: secrets.serverSecret, ownModels })
    const tidying = setInterval(
      () => void ownModels.tidy().catch((err: unknown) => app.log.warn({ err }, 'models were not tidied')),
      TIDY_MS,
    )
    app.addHook('onReady', () => ownModels.tidy())
    app.addHook('onClose', async () => {
      clearInterval(tidying)
      await ownModels.stop()
    })
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendAiError)
        connectionRoutes(scope, { callers, limits, service, models })
        ownModelRoutes(scope, { callers, limits, ownModels })
        usageRoutes(scope, { callers, limits, database })
      },
      { prefix: '/ai/v1' },
    )
  },
  tasks: ({ database }) => ({
    tasks: {
      'ai_requests:tidy': async () => tidyRequests(database),
      'own_models:tidy': async () => dropOldUploads(database),
    },
    crontab: '17 * * * * ai_requests:tidy\n27 * * * * own_models:tidy',
  }),
}
