import * as deals from '#contract/sales/deals-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { DEALS } from './deals/deals.list.ts'
import { salesRoutes } from './sales.ts'

export const sales: Feature = {
  wire: wireRoutesOf(deals),
  lists: [DEALS],
  routes: async (app, services) => {
    await app.register(async (scope) => salesRoutes(scope, services), { prefix: '/sales/v1' })
  },
}
