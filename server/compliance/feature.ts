import type { Feature } from '../feature.ts'
import { complianceRoutes } from './compliance.routes.ts'

export const compliance: Feature = { routes: complianceRoutes }
