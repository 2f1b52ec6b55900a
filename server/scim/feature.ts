import { SCIM_PATH } from '#contract/scim.ts'
import type { Feature } from '../feature.ts'
import { scimRoutes } from './scim.routes.ts'

export const scim: Feature = {
  routes: async (app, services) => {
    await app.register((scope) => scimRoutes(scope, services), { prefix: SCIM_PATH })
  },
}
