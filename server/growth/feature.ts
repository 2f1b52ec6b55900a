import type { Feature } from '../feature.ts'
import { growthRoutes, growthTasks } from './growth.ts'

export const growth: Feature = { routes: growthRoutes, tasks: growthTasks }
