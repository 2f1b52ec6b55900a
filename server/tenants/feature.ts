import type { Feature } from '../feature.ts'
import { exportRoutes } from './exports.routes.ts'
import { ExportsService } from './exports.service.ts'
import { sendTenantsError } from './tenants-requests.ts'

/** What the operator does about whole organisations: tenants/v1. */
export const tenants: Feature = {
  routes: async (app, { database, store, ...request }) => {
    app.setErrorHandler(sendTenantsError)
    await app.register(
      async (scope) => exportRoutes(scope, { ...request, service: new ExportsService({ database, store }) }),
      { prefix: '/tenants/v1' },
    )
  },
}
