import type { Feature } from '../feature.ts'
import { sendPanelError } from './panel-requests.ts'
import { panelRoutes } from './panel.routes.ts'

/** Lists as people set them up for themselves: panel/v1. */
export const panel: Feature = {
  routes: async (app, services) => {
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendPanelError)
        panelRoutes(scope, services)
      },
      { prefix: '/panel/v1' },
    )
  },
}
