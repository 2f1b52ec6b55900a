import type { Feature } from '../feature.ts'
import { seoTasks } from './crawl-job.ts'
import { seoRoutes } from './seo.routes.ts'
import { SiteRedirects } from './site-redirects.ts'

export const seo: Feature = {
  routes: async (app, services) => {
    const redirects = new SiteRedirects(services.database, services.clock)
    await app.register(async (scope) => seoRoutes(scope, { ...services, redirects }), { prefix: '/seo/v1' })
    return { findRedirect: (path) => redirects.find(path) }
  },
  tasks: seoTasks,
}
