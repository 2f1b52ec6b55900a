import type { TeamRole } from '#contract/permissions.ts'
import { addDomain, checkDomain, listDomains, removeDomain } from '#vault/organisation/domains.ts'
import { probeDatabase, readHealth, readOverview, readWaits } from '#vault/organisation/overview.ts'
import {
  cancelPeopleImport,
  invitePeople,
  listPeopleImports,
  previewPeople,
  reportPeopleImport,
} from '#vault/organisation/people-import.ts'
import { countForPolicies, readPolicies, setPolicies } from '#vault/organisation/policies.ts'
import { admitGuest, listGuests, setGuest } from '#vault/organisation/guests.ts'
import { setQuota } from '#vault/organisation/quotas.ts'
import { endSessionsOf, listOrganisationSessions } from '#vault/organisation/sessions.ts'
import {
  declineInvitation,
  endSuspension,
  inviteMember,
  listInvitations,
  listInvited,
  listOwnInvitations,
  nameMyself,
  pinInviter,
  removeMember,
  restoreMember,
  suspendMember,
  revokeInvitation,
} from '#vault/organisation/team.ts'
import { changeRole, endRole, isOfOperator, listRoleEnds, listRoles } from '#vault/organisation/roles.ts'
import { trustOfListed } from '#vault/organisation/trust.ts'
import { withApi, withVault } from './bind-calls.ts'
import { connected, unlocked } from '../vault-state.ts'

/** People of the organisation: who they are, what they may do, who comes and who goes. */
export const teamCalls = {
  ...withVault({ trust: trustOfListed, pinInviter, invitePeople }),
  ...withApi({
    invitations: listInvitations,
    invited: listInvited,
    revoke: revokeInvitation,
    ownInvitations: listOwnInvitations,
    decline: declineInvitation,
    previewPeople,
    imports: listPeopleImports,
    cancelImport: cancelPeopleImport,
    importReport: reportPeopleImport,
    changeRole,
    endRole,
    remove: removeMember,
    restore: restoreMember,
    suspend: suspendMember,
    endSuspension,
    domains: listDomains,
    addDomain,
    checkDomain,
    removeDomain,
    nameMyself,
    policies: readPolicies,
    setPolicies,
    policyCounts: countForPolicies,
    sessions: listOrganisationSessions,
    endSessions: endSessionsOf,
    setQuota,
    guests: listGuests,
    setGuest,
    admitGuest,
    overview: readOverview,
    waits: readWaits,
    health: readHealth,
    probeDatabase,
  }),

  /** @returns an address to hand over by other means, from which the invited browser recognises the inviter's keys. */
  invite: async (wanted: {
    email: string
    role: TeamRole
    until: string | null
    guestUntil: string | null
    ownEmail: string
  }): Promise<string> => location.origin + (await inviteMember(connected(), unlocked(), wanted)),
}

/** What the signed-in person may do. */
export const roleCalls = withApi({ list: listRoles, ends: listRoleEnds, isOfOperator })
