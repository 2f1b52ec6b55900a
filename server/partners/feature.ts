import * as commissions from '#contract/partners/commissions-wire.ts'
import * as partnersWire from '#contract/partners/partners-wire.ts'
import * as registrations from '#contract/partners/registrations-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { partnersRoutes } from './partners.ts'

export const partners: Feature = {
  wire: wireRoutesOf(partnersWire, registrations, commissions),
  routes: partnersRoutes,
}
