import type { Feature } from '../feature.ts'
import { copilotRoutes } from './copilot.routes.ts'

export const copilot: Feature = {
  routes: async (app, services) => {
    await app.register(async (scope) => copilotRoutes(scope, services), { prefix: '/copilot/v1' })
  },
}
