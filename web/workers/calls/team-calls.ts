import type { TeamRole } from '#contract/permissions.ts'
import { addDomain, checkDomain, listDomains, removeDomain } from '#vault/organisation/domains.ts'
import {
  changeRole,
  declineInvitation,
  inviteMember,
  listInvitations,
  listInvited,
  listOwnInvitations,
  listTeam,
  nameMyself,
  pinInviter,
  removeMember,
  restoreMember,
  revokeInvitation,
  isOfOperator,
  listRoles,
} from '#vault/organisation/team.ts'
import { withApi, withVault } from './bind-calls.ts'
import { connected, unlocked } from '../vault-state.ts'

/** People of the organisation: who they are, what they may do, who comes and who goes. */
export const teamCalls = {
  ...withVault({ list: listTeam, pinInviter }),
  ...withApi({
    invitations: listInvitations,
    invited: listInvited,
    revoke: revokeInvitation,
    ownInvitations: listOwnInvitations,
    decline: declineInvitation,
    changeRole,
    remove: removeMember,
    restore: restoreMember,
    domains: listDomains,
    addDomain,
    checkDomain,
    removeDomain,
    nameMyself,
  }),

  /** @returns an address to hand over by other means, from which the invited browser recognises the inviter's keys. */
  invite: async (wanted: { email: string; role: TeamRole; ownEmail: string }): Promise<string> =>
    location.origin + (await inviteMember(connected(), unlocked(), wanted)),
}

/** What the signed-in person may do. */
export const roleCalls = withApi({ list: listRoles, isOfOperator })
