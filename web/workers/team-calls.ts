import type { TeamRole } from '#contract/permissions.ts'
import { type Domain, addDomain, checkDomain, listDomains, removeDomain } from '#vault/domains.ts'
import {
  type Invitation,
  type Inviter,
  type Team,
  changeRole,
  inviteMember,
  listInvitations,
  listTeam,
  nameMyself,
  pinInviter,
  removeMember,
  restoreMember,
  revokeInvitation,
} from '#vault/team.ts'
import { connected, unlocked } from './vault-state.ts'

/** People of the organisation: who they are, what they may do, who comes and who goes. */
export const teamCalls = {
  listTeam: (): Promise<Team> => listTeam(connected(), unlocked()),
  listInvitations: (): Promise<Invitation[]> => listInvitations(connected()),
  inviteMember: (wanted: { email: string; role: TeamRole; ownEmail: string }): Promise<string> =>
    inviteMember(connected(), unlocked(), wanted),
  revokeInvitation: (id: string): Promise<void> => revokeInvitation(connected(), id),
  changeRole: (userId: string, role: TeamRole): Promise<void> => changeRole(connected(), userId, role),
  removeMember: (userId: string): Promise<void> => removeMember(connected(), userId),
  restoreMember: (userId: string): Promise<void> => restoreMember(connected(), userId),
  pinInviter: (inviter: Inviter): Promise<void> => pinInviter(connected(), unlocked(), inviter),
  listDomains: (): Promise<Domain[]> => listDomains(connected()),
  addDomain: (typed: string): Promise<void> => addDomain(connected(), typed),
  checkDomain: (id: string): Promise<boolean> => checkDomain(connected(), id),
  removeDomain: (id: string): Promise<void> => removeDomain(connected(), id),
  nameMyself: (userId: string, name: { firstName: string; lastName: string }): Promise<void> =>
    nameMyself(connected(), userId, name),
}
