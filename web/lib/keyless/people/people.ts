import { peopleList } from '#contract/organisation/people-wire.ts'
import type { RowOf, RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callRoute } from '../call-route.ts'

/** Somebody of the organisation as the server lists them, without their keys: a list is no proof of who they are. */
export type ListedPerson = RowOf<typeof peopleList>
export type PeopleRules = RulesOf<typeof peopleList>
export type PeoplePage = Answered<typeof peopleList.page>

export async function listPeople(api: VaultApi, rules: PeopleRules, after?: string): Promise<PeoplePage> {
  return callRoute(api, peopleList.page, { query: { ...rules, after } })
}
