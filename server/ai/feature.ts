import type { Feature } from '../feature.ts'
import { Outbound } from '../outbound/outbound.ts'
import { sendAiError } from './ai-requests.ts'
import { connectionRoutes } from './connections/connections.routes.ts'
import { ConnectionService } from './connections/connections.service.ts'
import { tidyRequests } from './request-log.sql.ts'
import { createTextModels } from './create-text-models.ts'
import { usageRoutes } from './usage/usage.routes.ts'

/** Language models of organisations: connections, budgets, and the log of what was asked. */
export const ai: Feature = {
  routes: async (app, { config, secrets, database, callers, limits }) => {
    const outbound = new Outbound(config.outbound)
    const models = createTextModels({ config, secrets, database })
    const service = new ConnectionService({ database, outbound, serverSecret: secrets.serverSecret })
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendAiError)
        connectionRoutes(scope, { callers, limits, service, models })
        usageRoutes(scope, { callers, limits, database })
      },
      { prefix: '/ai/v1' },
    )
  },
  tasks: ({ database }) => ({
    tasks: { 'ai_requests:tidy': async () => tidyRequests(database) },
    crontab: '17 * * * * ai_requests:tidy',
  }),
}
