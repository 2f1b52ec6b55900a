import type { Feature } from '../feature.ts'
import { checkRoutes } from './checks.routes.ts'
import { checkTasks } from './comprehensive-test.ts'

export const checks: Feature = {
  routes: async (app, services) => {
    await app.register(async (scope) => checkRoutes(scope, services), { prefix: '/checks/v1' })
  },
  tasks: (services) => checkTasks(services),
}
