import * as ownCourses from '#contract/training/own-courses-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature } from '../feature.ts'
import { trainingRoutes, trainingTasks } from './training.ts'

export const training: Feature = { wire: wireRoutesOf(ownCourses), routes: trainingRoutes, tasks: trainingTasks }
