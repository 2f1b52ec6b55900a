import type { Feature } from '../feature.ts'
import { operationRoutes } from './operations.routes.ts'

export const operations: Feature = {
  routes: async (app, services) => {
    await app.register(async (scope) => operationRoutes(scope, services), { prefix: '/operations/v1' })
  },
}
