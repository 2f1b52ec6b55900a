import type { Feature } from '../feature.ts'
import { keywordTasks } from './keyword-job.ts'
import { keywordRoutes } from './keywords.routes.ts'

export const keywords: Feature = {
  routes: async (app, services) => {
    await app.register(async (scope) => keywordRoutes(scope, services), { prefix: '/keywords/v1' })
  },
  tasks: keywordTasks,
}
