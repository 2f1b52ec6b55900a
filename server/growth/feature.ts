import * as contacts from '#contract/growth/contacts-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { growthRoutes, growthTasks } from './growth.ts'

export const growth: Feature = { wire: wireRoutesOf(contacts), routes: growthRoutes, tasks: growthTasks }
