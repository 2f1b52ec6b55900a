import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { type WantedMember, beginEpoch } from './begin-epoch.ts'
import { requireListedRoster } from './listed-roster.ts'
import { type TeamSummary, openTeam, summaryRow } from './open-team.ts'
import type { OpenTeam } from '../session/team.ts'
import { mapFew } from '../session/map-few.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { readAll } from '../session/read-all.ts'
import { VaultError } from '../session/vault-error.ts'
export type { WantedMember } from './begin-epoch.ts'

/** A team space as screens see it. */
export type TeamSpace = {
  id: string
  /** Null when it cannot be trusted; `problem` says why. */
  name: string | null
  role: SpaceRole
  /** Of the list of members that is shown. */
  epoch: number
  /** Which list of members is shown, base64url: a change says which one it was made from. */
  rosterHash: string
  /** The same in digits, alike on the screens of all members: to be compared when somebody doubts the list. */
  code: string
  members: TeamSpaceMember[]
  /** People who still hold the newest key and, as the server says, do not belong to the space any more. */
  leavers: TeamSpaceMember[]
  /** ISO 8601. */
  createdAt: string
  problem: 'key_changed' | 'space_refused' | null
}

export type TeamSpaceMember = { userId: string; email: string; name: string; role: SpaceRole; isMe: boolean }

/** The list of members that somebody looked at when they decided. */
export type SeenMembers = {
  /** `rosterHash` of the list. */
  rosterHash: string
  /** User ids of everybody who is to lose access: nobody else does. */
  removing: readonly string[]
}

/**
 * The team spaces of this account, their histories checked. Nothing is changed on the way: that somebody left is the server's word,
 * so it is a manager who decides that they get no key any more.
 */
export async function listTeamSpaces(api: VaultApi, vault: OpenVault): Promise<TeamSpace[]> {
  const summaries = await fetchSummaries(api)
  const spaces = await mapFew(summaries, (summary) => present(api, vault, summary))
  for (const id of vault.teams.keys()) {
    if (!summaries.some(({ space_id }) => space_id === id)) forget(vault, id)
  }
  return spaces
}

async function present(api: VaultApi, vault: OpenVault, summary: TeamSummary): Promise<TeamSpace> {
  const { space_id: id, role, created_at: createdAt } = summary
  try {
    const team = await open(api, vault, summary)
    const { name, epoch, rosterHash, code } = team
    const people = peopleOf(vault, team)
    const members = people.filter(({ userId }) => team.people.get(userId)?.isMember)
    const leavers = people.filter(({ userId }) => !team.people.get(userId)?.isMember)
    return { id, name, role: team.role, epoch, rosterHash, code, members, leavers, createdAt, problem: null }
  } catch (error) {
    if (!(error instanceof VaultError && (error.code === 'key_changed' || error.code === 'space_refused'))) throw error
    forget(vault, id)
    const { epoch } = summary
    const nothing = { rosterHash: '', code: '', members: [], leavers: [] }
    return { id, name: null, role, epoch, ...nothing, createdAt, problem: error.code }
  }
}

function peopleOf(vault: OpenVault, { rosters, epoch, people }: OpenTeam): TeamSpaceMember[] {
  return (rosters.get(epoch)?.members ?? []).map(({ userId, role }) => {
    const { email = '', name = '' } = people.get(userId) ?? {}
    return { userId, email, name, role, isMe: userId === vault.userId }
  })
}

/**
 * The open space of that id, read again when it is not open yet or `epoch` is newer than what is.
 * @throws {VaultError} `space_gone` | `space_refused` | `key_changed`
 */
export async function teamOf(api: VaultApi, vault: OpenVault, id: string, epoch = 0): Promise<OpenTeam> {
  const known = vault.teams.get(id)
  return known && known.epoch >= epoch ? known : refreshTeam(api, vault, id)
}

/**
 * The open space with the list of members that the public log lists as the newest. One that somebody changed since it was read is read again.
 *
 * @throws {VaultError} as `teamOf` and `requireListedRoster`
 */
export async function listedTeam(api: VaultApi, vault: OpenVault, id: string): Promise<OpenTeam> {
  const team = await teamOf(api, vault, id)
  try {
    await requireListedRoster(api, vault, team)
    return team
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'roster_newer_listed')) throw error
    const newer = await refreshTeam(api, vault, id)
    if (newer.epoch === team.epoch) throw error
    await requireListedRoster(api, vault, newer)
    return newer
  }
}

/** Reads a space again. @throws {VaultError} as `teamOf` */
export async function refreshTeam(api: VaultApi, vault: OpenVault, id: string): Promise<OpenTeam> {
  const summary = (await fetchSummaries(api)).find(({ space_id }) => space_id === id)
  if (!summary) {
    forget(vault, id)
    throw new VaultError('space_gone', 'This space is gone, or you do not belong to it any more.')
  }
  return open(api, vault, summary)
}

async function open(api: VaultApi, vault: OpenVault, summary: TeamSummary): Promise<OpenTeam> {
  const known = vault.teams.get(summary.space_id)
  if (known && known.epoch === summary.epoch && known.hasLeft === summary.has_left) return known
  if (known && known.epoch > summary.epoch) {
    throw new VaultError('space_refused', 'The server answered with an older list of members than was seen before.')
  }
  const team = await openTeam(api, vault, summary)
  vault.teams.set(team.id, team)
  for (const space of team.spaces) vault.spaces.set(`${space.id}/${space.epoch}`, space)
  return team
}

function forget(vault: OpenVault, id: string): void {
  vault.teams.delete(id)
  for (const key of vault.spaces.keys()) if (key.startsWith(`${id}/`)) vault.spaces.delete(key)
}

async function fetchSummaries(api: VaultApi): Promise<TeamSummary[]> {
  return readAll(api, summaryRow, 'rpc/my_team_spaces?order=created_at,space_id', {})
}

/** `me` is how the others will see the account in the list of members. */
export type NewTeamSpace = {
  name: string
  members: readonly WantedMember[]
  me?: { email?: string; name?: string }
}

/**
 * Makes a team space, whose manager the account becomes.
 *
 * @returns its id.
 * @throws {VaultError} `key_changed` | `not_member`
 */
export async function createTeamSpace(
  api: VaultApi,
  vault: OpenVault,
  { name, members, me = {} }: NewTeamSpace,
): Promise<string> {
  const id = randomUuid(systemRandom)
  const wanted = [{ ...me, userId: vault.userId, role: 'manager' as const }, ...members]
  await beginEpoch(api, vault, { id, name, members: wanted, before: null })
  return id
}

/** A change of name, of members, or (with neither) of the key alone. */
export type SpaceChange = { id: string; name?: string; members?: readonly WantedMember[]; seen: SeenMembers }

/**
 * Changes name or members of a space: the next epoch, with a new key. What is stored stays readable for its members; people who are no
 * longer among them cannot open what is stored from then on.
 *
 * @throws {VaultError} `space_changed` for another list than the one that was seen, or one that would remove somebody else;
 * `not_allowed` | `key_changed` | `not_member`
 */
export async function changeTeamSpace(
  api: VaultApi,
  vault: OpenVault,
  { id, name, members, seen }: SpaceChange,
): Promise<void> {
  const before = await refreshTeam(api, vault, id)
  const current = before.rosters.get(before.epoch)?.members ?? []
  const wanted = members ?? current.filter(({ userId }) => !seen.removing.includes(userId))
  const staying = new Set(wanted.map(({ userId }) => userId))
  const isAsSeen =
    before.rosterHash === seen.rosterHash &&
    current.every(({ userId }) => staying.has(userId) || seen.removing.includes(userId))
  if (!isAsSeen) {
    throw new VaultError('space_changed', 'The members of this space were changed since this list was read.')
  }
  await beginEpoch(api, vault, { id, name: name ?? before.name, members: wanted, before })
}

/** @throws {VaultError} `last_manager` */
export async function leaveTeamSpace(api: VaultApi, vault: OpenVault, id: string): Promise<void> {
  await api.rest('rpc/leave_team_space', { method: 'POST', body: { space: id } })
  forget(vault, id)
}

/** Deletes a space with everything in it. @throws {VaultError} `not_allowed` */
export async function deleteTeamSpace(api: VaultApi, vault: OpenVault, id: string): Promise<void> {
  await api.rest('rpc/delete_team_space', { method: 'POST', body: { space: id } })
  forget(vault, id)
}
