import type { TeamRole } from '#contract/permissions.ts'
import type { Domain } from '#vault/domains.ts'
import type { Invitation, Inviter, Team } from '#vault/team.ts'
import type { Backend } from './create-vault-client.ts'
export type { Domain } from '#vault/domains.ts'
export type { Invitation, Inviter, Member } from '#vault/team.ts'

/** People of the organisation. The server refuses what the caller's roles do not allow. */
export type TeamClient = {
  list: () => Promise<Team>
  /** Those that wait; empty for people who may not manage users. */
  invitations: () => Promise<Invitation[]>
  /**
   * Mails an invitation, or the same one again.
   * @returns an address to hand over by other means, by which the invited browser recognises the inviter's keys.
   */
  invite: (wanted: { email: string; role: TeamRole; ownEmail: string }) => Promise<string>
  revoke: (invitationId: string) => Promise<void>
  changeRole: (userId: string, role: TeamRole) => Promise<void>
  remove: (userId: string) => Promise<void>
  restore: (userId: string) => Promise<void>
  /** Remembers the keys of who invited this account; fails with `key_changed` when the server offers others. */
  pinInviter: (inviter: Inviter) => Promise<void>
  /** Domains whose people join when they sign up; empty for people who may not manage users. */
  domains: () => Promise<Domain[]>
  addDomain: (typed: string) => Promise<void>
  /** Asks DNS now. @returns whether the domain is verified. */
  checkDomain: (id: string) => Promise<boolean>
  removeDomain: (id: string) => Promise<void>
}

export function createTeam(backend: Promise<Backend>): TeamClient {
  const vault = async () => (await backend).workers.vault
  return {
    list: async () => (await vault()).listTeam(),
    invitations: async () => (await vault()).listInvitations(),
    invite: async (wanted) => location.origin + (await (await vault()).inviteMember(wanted)),
    revoke: async (id) => (await vault()).revokeInvitation(id),
    changeRole: async (userId, role) => (await vault()).changeRole(userId, role),
    remove: async (userId) => (await vault()).removeMember(userId),
    restore: async (userId) => (await vault()).restoreMember(userId),
    pinInviter: async (inviter) => (await vault()).pinInviter(inviter),
    domains: async () => (await vault()).listDomains(),
    addDomain: async (typed) => (await vault()).addDomain(typed),
    checkDomain: async (id) => (await vault()).checkDomain(id),
    removeDomain: async (id) => (await vault()).removeDomain(id),
  }
}
