import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'
import type { SpaceTeam } from './team-drift.ts'

const row = z.object({
  team_id: z.uuid(),
  name: z.string(),
  added: z.array(z.uuid()),
  left_out: z.array(z.uuid()),
  people: z.array(z.uuid()),
})

/** Teams can be large, so few come at once. */
const ROWS_AT_ONCE = 10

export async function listSpaceTeams(api: VaultApi, spaceId: string): Promise<SpaceTeam[]> {
  const rows = await readAll(api, row, 'rpc/teams_of_space?order=name,team_id', { space: spaceId }, ROWS_AT_ONCE)
  return rows.map(({ team_id: id, left_out: leftOut, ...team }) => ({ id, leftOut, ...team }))
}

/** `added` came into the space with the team, `leftOut` were left out on purpose. */
export type TeamNote = { spaceId: string; teamId: string; added: readonly string[]; leftOut: readonly string[] }

/** The last word about a person counts. @throws {VaultError} `not_allowed` for somebody who does not manage the space | `team_gone` */
export async function noteSpaceTeam(api: VaultApi, { spaceId, teamId, added, leftOut }: TeamNote): Promise<void> {
  const body = { space: spaceId, team: teamId, came: added, omitted: leftOut }
  await api.rest('rpc/note_team_of_space', { method: 'POST', body })
}

/** The people stay in the space. @throws {VaultError} `not_allowed` */
export async function forgetSpaceTeam(api: VaultApi, spaceId: string, teamId: string): Promise<void> {
  await api.rest('rpc/forget_team_of_space', { method: 'POST', body: { space: spaceId, team: teamId } })
}
