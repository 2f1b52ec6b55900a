import type { Feature } from '../feature.ts'
import { partnersRoutes } from './partners.ts'

export const partners: Feature = { routes: partnersRoutes }
