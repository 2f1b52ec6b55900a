import type { FastifyInstance } from 'fastify'
import { ai } from './ai/feature.ts'
import { checks } from './checks/feature.ts'
import { compliance } from './compliance/feature.ts'
import { copilot } from './copilot/feature.ts'
import { content } from './content/feature.ts'
import { documentation } from './documentation/feature.ts'
import { embeddings } from './embeddings/feature.ts'
import type { Feature, FeatureServices, Periodic, SiteParts } from './feature.ts'
import { growth } from './growth/feature.ts'
import { invoicing } from './invoicing/feature.ts'
import { keywords } from './keywords/feature.ts'
import { operations } from './operations/feature.ts'
import { panel } from './panel/feature.ts'
import { partners } from './partners/feature.ts'
import { reviews } from './reviews/feature.ts'
import { sales } from './sales/feature.ts'
import { scim } from './scim/feature.ts'
import { seo } from './seo/feature.ts'
import type { Services } from './services.ts'
import { social } from './social/feature.ts'
import { training } from './training/feature.ts'

/** What administrators run the organisation and the installation with. A new one is added here and nowhere else on the server. */
export const FEATURES = {
  operations,
  panel,
  scim,
  growth,
  training,
  sales,
  partners,
  invoicing,
  seo,
  embeddings,
  copilot,
  keywords,
  reviews,
  documentation,
  checks,
  compliance,
  ai,
  content,
  social,
} satisfies Record<string, Feature>

/** Adds the routes of every feature. @returns what they change in the public site */
export async function registerFeatures(app: FastifyInstance, services: FeatureServices): Promise<SiteParts> {
  const site: SiteParts = {}
  for (const { routes } of Object.values<Feature>(FEATURES)) {
    if (routes) await app.register(async (scope) => void Object.assign(site, await routes(scope, services)))
  }
  return site
}

/** Returns the work of features in the job queue. */
export const featureTasks = (services: Services, features: readonly Feature[] = Object.values(FEATURES)): Periodic[] =>
  features.flatMap(({ tasks }) => (tasks ? [tasks(services)] : []))
