import type { Feature } from '../feature.ts'
import { salesRoutes } from './sales.ts'

export const sales: Feature = {
  routes: async (app, services) => {
    await app.register(async (scope) => salesRoutes(scope, services), { prefix: '/sales/v1' })
  },
}
