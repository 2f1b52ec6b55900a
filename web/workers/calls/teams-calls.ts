import { forgetSpaceTeam, listSpaceTeams, noteSpaceTeam } from '#vault/teams/space-teams.ts'
import {
  changePeopleOfTeam,
  changeTeam,
  createTeam,
  deleteTeam,
  listPeopleOfTeam,
  listTeams,
} from '#vault/teams/teams.ts'
import { withApi } from './bind-calls.ts'

/** Teams of the organisation, and which of them a space was made for. */
export const teamsCalls = withApi({
  list: listTeams,
  people: listPeopleOfTeam,
  create: createTeam,
  change: changeTeam,
  remove: deleteTeam,
  changePeople: changePeopleOfTeam,
  ofSpace: listSpaceTeams,
  noteOfSpace: noteSpaceTeam,
  forgetOfSpace: forgetSpaceTeam,
})
