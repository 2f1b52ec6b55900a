import * as contacts from '#contract/growth/contacts-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { CONTACTS } from './contacts/contacts.list.ts'
import { growthRoutes, growthTasks } from './growth.ts'

export const growth: Feature = {
  wire: wireRoutesOf(contacts),
  lists: [CONTACTS],
  routes: growthRoutes,
  tasks: growthTasks,
}
