import type { FastifyInstance } from 'fastify'
import * as peopleWire from '#contract/organisation/people-wire.ts'
import { MAX_COUNTED } from '#contract/limits.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature, FeatureServices } from '../feature.ts'
import { requestsOf } from '../http/feature-requests.ts'
import { namedLimits } from '../http/rate-limits.ts'
import type { As } from '../lists/declared-list.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { countOf } from '../lists/list-rows.ts'
import { PEOPLE } from './people.list.ts'

/** Starting value, as those of `server/http/rate-limits.ts`: an open page reads what it shows again twice a minute, and each search is a request. */
const peopleLimits = namedLimits({ listedPeopleByUser: { burst: 240, refillSeconds: 0.25 } })

const { personOf, sendRefusal } = requestsOf({
  feature: 'organisation',
  failed: 'a request about people of the organisation failed',
  refusals: { forbidden: [403, 'The list of people is saved by those who may manage them'] },
  sqlStates: { '42501': 'forbidden' },
})

/** People of an organisation, as their page lists them: organisation/v1. */
export const people: Feature = {
  wire: wireRoutesOf(peopleWire),
  lists: [PEOPLE],
  routes: async (app, services) => {
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendRefusal)
        peopleRoutes(scope, services)
      },
      { prefix: '/organisation/v1' },
    )
  },
}

function peopleRoutes(app: FastifyInstance, services: FeatureServices): void {
  listRoutes(app, services, PEOPLE, {
    personOf,
    limit: peopleLimits.listedPeopleByUser,
    further: async (as, rules) => {
      const [count, about] = await Promise.all([countOf(PEOPLE, as, { rules, max: MAX_COUNTED + 1 }), aboutPeople(as)])
      return { count, ...about }
    },
  })
}

async function aboutPeople({ database, caller }: As): Promise<object> {
  const { rows } = await database.oneAsCaller(caller, {
    text: `select coalesce(public.organisation_name(), '') as organisation,
                  exists (select from authz.people p where p.is_guest and not p.is_removed) as has_guests,
                  case when authz.allows('manage_users', authz.tenant())
                    then authz.plan_held_by(authz.tenant()) end as plan`,
  })
  return rows[0] ?? {}
}
