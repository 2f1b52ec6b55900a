import { peopleFile, peopleList } from '#contract/organisation/people-wire.ts'
import type { RowOf, RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { callRoute, fetchFile } from '../call-route.ts'

/** Somebody of the organisation as the server lists them, without their keys: a list is no proof of who they are. */
export type ListedPerson = RowOf<typeof peopleList>
export type PeopleRules = RulesOf<typeof peopleList>
export type PeoplePage = Answered<typeof peopleList.page>
type Part = { after?: string | undefined; signal?: AbortSignal | undefined }

/** A page of people. @param part `after`: where it begins; `signal`: ends the request @throws {VaultError} */
export async function listPeople(api: VaultApi, rules: PeopleRules, part: Part = {}): Promise<PeoplePage> {
  const { after, signal } = part
  try {
    return await callRoute(api, peopleList.page, { query: { ...rules, after }, signal })
  } catch (error) {
    if (rules.has_vault === undefined || !isUnread(error)) throw error
    return peopleWithVault(api, rules, part)
  }
}

/** While a new version is installed, a server of the version before refuses a filter that it does not know; such a refusal has no code of its own. */
const isUnread = (error: unknown): boolean => error instanceof VaultError && error.code === 'unexpected'

/** The same without the filter: each row says whether there is a vault. */
async function peopleWithVault(api: VaultApi, rules: PeopleRules, part: Part): Promise<PeoplePage> {
  const { has_vault: _, ...others } = rules
  const page = await listPeople(api, others, part)
  // It counted those without a vault as well.
  return { ...page, count: undefined, people: page.people.filter((one) => one.has_vault) }
}

/** Exactly the people whom the rules let through. @throws {VaultError} */
export const exportPeople = (api: VaultApi, rules: PeopleRules): Promise<Blob> =>
  fetchFile(api, peopleFile, { query: rules })
