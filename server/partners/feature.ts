import * as commissions from '#contract/partners/commissions-wire.ts'
import * as partnersWire from '#contract/partners/partners-wire.ts'
import * as registrations from '#contract/partners/registrations-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { PARTNERS } from './programme/partners.list.ts'
import { REGISTRATIONS } from './registrations/registrations.list.ts'
import { COMMISSIONS } from './statements/commissions.list.ts'
import { partnersRoutes } from './partners.ts'

export const partners: Feature = {
  wire: wireRoutesOf(partnersWire, registrations, commissions),
  lists: [PARTNERS, REGISTRATIONS, COMMISSIONS],
  routes: partnersRoutes,
}
