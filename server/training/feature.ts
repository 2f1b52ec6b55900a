import type { Feature } from '../feature.ts'
import { trainingRoutes, trainingTasks } from './training.ts'

export const training: Feature = { routes: trainingRoutes, tasks: trainingTasks }
