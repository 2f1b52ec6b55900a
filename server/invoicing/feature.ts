import type { Feature } from '../feature.ts'
import { invoicingRoutes } from './invoicing.ts'

export const invoicing: Feature = {
  routes: async (app, services) => {
    const provider = services.billing.payments
    await app.register(async (scope) => invoicingRoutes(scope, { ...services, provider }), { prefix: '/invoicing/v1' })
  },
}
