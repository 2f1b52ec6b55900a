import type { FastifyInstance } from 'fastify'
import type { WireRoute } from '#contract/wire/wire-route.ts'
import type { Clock } from './clock.ts'
import type { Callers } from './http/caller.ts'
import type { Frames } from './http/frames.ts'
import type { FindRedirect, ReplacementOf } from './http/web-app.ts'
import type { Tasks } from './jobs/jobs.ts'
import type { RegisteredList } from './lists/declared-list.ts'
import type { Services } from './services.ts'

export type FeatureServices = Services & { callers: Callers; clock: Clock; frames: Frames }

/** Tasks of the job queue by name, and lines of its crontab (`minute hour day month weekday task`, in UTC). */
export type Periodic = { tasks: Tasks; crontab: string }

/** Changes to the public site, which is served below all features. */
export type SiteParts = { findRedirect?: FindRedirect; replacementOf?: ReplacementOf }

/** A room of the server that `server/features.ts` lists. The program and the servers of tests are assembled from that list. */
export type Feature = {
  /** Its requests and answers in the contract, for the reference and for what tests ask as everybody. */
  wire?: readonly WireRoute[]
  /** Its lists, for those who read or measure every list. */
  lists?: readonly RegisteredList[]
  /** Adds routes in a scope of their own, under paths that the feature chooses. */
  routes?: (scope: FastifyInstance, services: FeatureServices) => SiteParts | void | Promise<SiteParts | void>
  /** Returns the work that the feature has in the job queue. */
  tasks?: (services: Services) => Periodic
}
