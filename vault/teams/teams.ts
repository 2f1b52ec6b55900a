import { z } from 'zod'
import { TEAM_SOURCES, type TeamSource } from '#contract/organisation/teams.ts'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

/** A named group of people of the organisation, as the server says. It opens nothing: people who share name persons. */
export type NamedTeam = {
  id: string
  name: string
  description: string
  /** People of a team with the source `scim` are changed by the identity provider alone. */
  source: TeamSource
  /** Which change of name and description this is: who saves says what they saw. */
  version: number
  people: number
  isMine: boolean
}

const row = z.object({
  team_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  source: z.enum(TEAM_SOURCES),
  version: z.int(),
  people: z.int(),
  is_mine: z.boolean(),
})

/** By name. Everybody of the organisation may read them. */
export async function listTeams(api: VaultApi): Promise<NamedTeam[]> {
  const rows = await readAll(api, row, 'rpc/list_teams?order=name,team_id', {})
  return rows
    .map(({ team_id: id, is_mine: isMine, ...team }) => ({ id, isMine, ...team }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const memberRow = z.object({ user_id: z.uuid() })

/** User ids of the people of a team, as the server says. */
export async function listPeopleOfTeam(api: VaultApi, team: string): Promise<string[]> {
  const query = `team_members?select=user_id&team_id=eq.${encodeURIComponent(team)}&order=user_id`
  return (await readAll(api, memberRow, query)).map(({ user_id: id }) => id)
}

export type TeamWords = { name: string; description: string }

/**
 * @param people user ids.
 * @returns its id.
 * @throws {VaultError} `team_name_taken` | `too_many_teams` | `team_full` | `not_member` | `not_allowed`
 */
export async function createTeam(api: VaultApi, wanted: TeamWords & { people: readonly string[] }): Promise<string> {
  const { name, description, people } = wanted
  const body = { named: name, about: description, person_ids: people }
  return z.uuid().parse(await api.rest('rpc/create_team', { method: 'POST', body }))
}

/**
 * @param seen the version that the person looked at.
 * @throws {VaultError} `team_changed` when somebody else was faster | `team_name_taken` | `team_gone` | `team_provisioned` | `not_allowed`
 */
export async function changeTeam(api: VaultApi, id: string, seen: number, words: TeamWords): Promise<void> {
  const body = { team: id, seen, named: words.name, about: words.description }
  await api.rest('rpc/change_team', { method: 'POST', body })
}

/** Its people keep what they were given. @throws {VaultError} `team_gone` | `not_allowed` */
export async function deleteTeam(api: VaultApi, id: string): Promise<void> {
  await api.rest('rpc/delete_team', { method: 'POST', body: { team: id } })
}

/** User ids. */
export type PeopleChange = { added: readonly string[]; removed: readonly string[] }

/**
 * All of it or nothing. People who are removed keep what they were given.
 * @throws {VaultError} `team_full` | `not_member` | `team_gone` | `team_provisioned` | `not_allowed`
 */
export async function changePeopleOfTeam(api: VaultApi, id: string, { added, removed }: PeopleChange): Promise<void> {
  const body = { team: id, coming: added, going: removed }
  await api.rest('rpc/change_people_of_team', { method: 'POST', body })
}
