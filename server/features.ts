import type { FastifyInstance } from 'fastify'
import { ai } from './ai/feature.ts'
import { checks } from './checks/feature.ts'
import { compliance } from './compliance/feature.ts'
import { copilot } from './copilot/feature.ts'
import { content } from './content/feature.ts'
import { documentation } from './documentation/feature.ts'
import { embeddings } from './embeddings/feature.ts'
import type { Feature, FeatureServices, Periodic, SiteParts } from './feature.ts'
import { grammar } from './grammar/feature.ts'
import { growth } from './growth/feature.ts'
import { invoicing } from './invoicing/feature.ts'
import { keywords } from './keywords/feature.ts'
import type { RegisteredList } from './lists/declared-list.ts'
import { operations } from './operations/feature.ts'
import { panel } from './panel/feature.ts'
import { partners } from './partners/feature.ts'
import { people } from './people/feature.ts'
import { reviews } from './reviews/feature.ts'
import { sales } from './sales/feature.ts'
import { scim } from './scim/feature.ts'
import { seo } from './seo/feature.ts'
import type { Services } from './services.ts'
import { social } from './social/feature.ts'
import { sources } from './sources/feature.ts'
import { tenants } from './tenants/feature.ts'
import { training } from './training/feature.ts'
import type { WireRoute } from '#contract/wire/wire-route.ts'
import { doOnce } from './http/repeats/do-once.ts'
import { wireOpenApi } from './http/wire-openapi.ts'

/** What administrators run the organisation and the installation with. A new one is added here and nowhere else on the server. */
export const FEATURES = {
  operations,
  panel,
  people,
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
  sources,
  grammar,
  social,
  tenants,
} satisfies Record<string, Feature>

/** Adds the routes of every feature. @returns what they change in the public site */
export async function registerFeatures(app: FastifyInstance, services: FeatureServices): Promise<SiteParts> {
  const site: SiteParts = {}
  describeWire(app, services)
  for (const { routes } of Object.values<Feature>(FEATURES)) {
    if (!routes) continue
    await app.register(async (scope) => {
      doOnce(scope, services)
      Object.assign(site, await routes(scope, services))
    })
  }
  return site
}

/** Returns the requests that features have in the contract. */
export const featureWire = (features: readonly Feature[] = Object.values(FEATURES)): WireRoute[] =>
  features.flatMap(({ wire = [] }) => wire)

/** Returns the lists of features. */
export const featureLists = (features: readonly Feature[] = Object.values(FEATURES)): RegisteredList[] =>
  features.flatMap(({ lists = [] }) => lists)

/** Describes what features answer, to everybody who is signed in. */
function describeWire(app: FastifyInstance, { callers }: FeatureServices): void {
  let document: string | undefined
  app.get('/openapi/v1', async (request, reply) => {
    const { role } = await callers.callerOf(request)
    if (role !== 'authenticated') return reply.code(401).send({ code: 'not_signed_in', message: 'Sign in first' })
    document ??= JSON.stringify(wireOpenApi(featureWire()))
    return reply.type('application/openapi+json').send(document)
  })
}

/** Returns the work of features in the job queue. */
export const featureTasks = (services: Services, features: readonly Feature[] = Object.values(FEATURES)): Periodic[] =>
  features.flatMap(({ tasks }) => (tasks ? [tasks(services)] : []))
