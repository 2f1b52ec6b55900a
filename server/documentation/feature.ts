import type { Feature } from '../feature.ts'
import { documentationRoutes, guidePageRoutes } from './documentation.routes.ts'
import { PublishedGuides } from './published-guides.ts'

export const documentation: Feature = {
  routes: async (app, services) => {
    const { database, clock, config } = services
    const published = new PublishedGuides(database, clock, config.publicUrl)
    await app.register(async (scope) => documentationRoutes(scope, { ...services, published }), {
      prefix: '/documentation/v1',
    })
    await app.register(async (scope) => guidePageRoutes(scope, { published }))
    return { replacementOf: (path) => published.replacementOf(path) }
  },
}
