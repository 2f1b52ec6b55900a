import { z } from 'zod'
import {
  type RosterMember,
  type RosterRole,
  newSpaceKey,
  randomUuid,
  rosterHash,
  sealPreviousSpaceKey,
  signRoster,
  spaceKeyHash,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
  createRecordCipher,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { type OpenTeam, type TeamSummary, openTeam, summaryRow } from './open-team.ts'
import type { OpenSpace, OpenVault } from './open-vault.ts'
import { type Peer, keyChanged, pinPeers, readPeer } from './people.ts'
import { VaultError } from './vault-error.ts'

/** A team space as screens see it. */
export type TeamSpace = {
  id: string
  /** Null when it cannot be trusted; `problem` says why. */
  name: string | null
  role: RosterRole
  /** Of the list of members that is shown. */
  epoch: number
  members: TeamSpaceMember[]
  /** ISO 8601. */
  createdAt: string
  problem: 'key_changed' | 'space_refused' | null
}

export type TeamSpaceMember = { userId: string; email: string; name: string; role: RosterRole; isMe: boolean }

/** Who shall belong to a space. */
export type WantedMember = { userId: string; role: RosterRole }

/** Longer addresses are refused by servers and proxies. */
const IDS_PER_REQUEST = 100

const bundleRow = z.object({ user_id: z.uuid(), statement: z.string(), signature: z.string() })

/**
 * The team spaces of this account, their histories checked. Where members of a space this account manages have left, its key is
 * changed on the way, so that nothing that comes later is sealed with one they know.
 */
export async function listTeamSpaces(api: VaultApi, vault: OpenVault): Promise<TeamSpace[]> {
  const summaries = await fetchSummaries(api)
  const spaces = await Promise.all(summaries.map((summary) => present(api, vault, summary)))
  for (const id of vault.teams.keys()) {
    if (!summaries.some(({ space_id }) => space_id === id)) forget(vault, id)
  }
  return spaces
}

async function present(api: VaultApi, vault: OpenVault, summary: TeamSummary): Promise<TeamSpace> {
  const { space_id: id, role, created_at: createdAt } = summary
  try {
    const opened = await open(api, vault, summary)
    const team = opened.hasLeft > 0 && opened.role === 'manager' ? await renewKey(api, vault, opened) : opened
    const { name, epoch } = team
    return { id, name, role: team.role, epoch, members: membersOf(vault, team), createdAt, problem: null }
  } catch (error) {
    if (!(error instanceof VaultError && (error.code === 'key_changed' || error.code === 'space_refused'))) throw error
    forget(vault, id)
    return { id, name: null, role, epoch: summary.epoch, members: [], createdAt, problem: error.code }
  }
}

function membersOf(vault: OpenVault, { rosters, epoch, people }: OpenTeam): TeamSpaceMember[] {
  return (rosters.get(epoch)?.members ?? []).flatMap(({ userId, role }) => {
    const person = people.get(userId)
    if (!person?.isMember) return []
    return [{ userId, email: person.email, name: person.name, role, isMe: userId === vault.userId }]
  })
}

/**
 * The open space of that id, read anew when it is not open yet or `epoch` is newer than what is.
 * @throws {VaultError} `space_gone` | `space_refused` | `key_changed`
 */
export async function teamOf(api: VaultApi, vault: OpenVault, id: string, epoch = 0): Promise<OpenTeam> {
  const known = vault.teams.get(id)
  return known && known.epoch >= epoch ? known : refreshTeam(api, vault, id)
}

/** Reads a space anew. @throws {VaultError} as `teamOf` */
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
  return z.array(summaryRow).parse(await api.rest('rpc/my_team_spaces', { method: 'POST', body: {} }))
}

/** Makes a team space; whoever makes it is its manager. @returns its id. @throws {VaultError} `key_changed` | `not_member` */
export async function createTeamSpace(
  api: VaultApi,
  vault: OpenVault,
  { name, members }: { name: string; members: readonly WantedMember[] },
): Promise<string> {
  const id = randomUuid(systemRandom)
  const wanted = [{ userId: vault.userId, role: 'manager' as const }, ...members]
  await beginEpoch(api, vault, { id, name, members: wanted, before: null })
  return id
}

/**
 * Changes name or members of a space: the next epoch, with a new key. What is stored stays readable for its members; who is not among
 * them any more cannot open what comes from now on.
 *
 * @param options.seenEpoch of the list that `members` was made from: a list that changed since brings nobody back.
 * @throws {VaultError} `not_allowed` | `space_changed` | `key_changed` | `not_member`
 */
export async function changeTeamSpace(
  api: VaultApi,
  vault: OpenVault,
  {
    id,
    name,
    members,
    seenEpoch,
  }: { id: string; name?: string; members?: readonly WantedMember[]; seenEpoch?: number },
): Promise<void> {
  const before = await refreshTeam(api, vault, id)
  if (seenEpoch !== undefined && before.epoch !== seenEpoch) {
    throw new VaultError('space_changed', 'The members of this space were changed since this list was read.')
  }
  const kept = before.rosters.get(before.epoch)?.members.filter(({ userId }) => before.people.get(userId)?.isMember)
  await beginEpoch(api, vault, { id, name: name ?? before.name, members: members ?? kept ?? [], before })
}

/** Somebody is gone: the next key is for those who are still there. */
async function renewKey(api: VaultApi, vault: OpenVault, before: OpenTeam): Promise<OpenTeam> {
  try {
    await changeTeamSpace(api, vault, { id: before.id })
  } catch (error) {
    // Another manager does it at this moment, or it cannot be done now: the space can be read as it is, and the next look tries again.
    if (error instanceof VaultError) return before
    throw error
  }
  return refreshTeam(api, vault, before.id)
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

type NextEpoch = { id: string; name: string; members: readonly WantedMember[]; before: OpenTeam | null }

async function beginEpoch(api: VaultApi, vault: OpenVault, { id, name, members, before }: NextEpoch): Promise<void> {
  const epoch = (before?.epoch ?? 0) + 1
  const peers = await fetchPeers(api, vault, members)
  const key = newSpaceKey(systemRandom)
  const space: Omit<OpenSpace, 'rosterHash'> = { id, epoch, key, records: await createRecordCipher(key) }
  const wraps: Record<string, string> = {}
  const entries = await Promise.all(
    members.map(async ({ userId, role }): Promise<RosterMember> => {
      const { bundle, fingerprint } = peers.get(userId) ?? missing()
      const wrapped = await wrapKey({
        key,
        recipientPublicKey: bundle.keys.xWing,
        purpose: 'space-to-user',
        objectId: id,
        epoch,
        random: systemRandom,
      })
      wraps[userId] = toBase64Url(wrapped)
      return { userId, fingerprint, role, wrapHash: await wrapHash(wrapped) }
    }),
  )
  const roster = await signRoster(
    {
      spaceId: id,
      epoch,
      previous: before ? await rosterHash(before.head) : null,
      name: await space.records.seal({ kind: 'space', id, version: epoch, field: 'name' }, utf8(name)),
      keyHash: await spaceKeyHash(key, { spaceId: id, epoch }),
      members: entries,
      authorId: vault.userId,
      time: new Date().toISOString(),
    },
    vault.signer,
  )
  const payload = {
    space_id: id,
    epoch,
    roster: roster.text,
    signature: toBase64Url(roster.signature),
    previous_key: before && (await sealPrevious(before, space)),
    wraps,
  }
  await api.rest('rpc/begin_team_epoch', { method: 'POST', body: { payload } })
}

async function sealPrevious(
  before: OpenTeam,
  { key: spaceKey, id: spaceId, epoch }: Pick<OpenSpace, 'key' | 'id' | 'epoch'>,
): Promise<string> {
  const previous = before.spaces[0]!.key
  return toBase64Url(await sealPreviousSpaceKey({ spaceKey, previous, spaceId, epoch, random: systemRandom }))
}

type Keys = Pick<Peer, 'bundle' | 'fingerprint'>

/** The keys of everybody who shall get one, pinned: a changed one ends it before anything was sent. */
async function fetchPeers(
  api: VaultApi,
  vault: OpenVault,
  members: readonly WantedMember[],
): Promise<Map<string, Keys>> {
  const ids = members.map(({ userId }) => userId)
  const rows: z.infer<typeof bundleRow>[] = []
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const some = ids.slice(at, at + IDS_PER_REQUEST).join(',')
    const query = `user_key_bundles?select=user_id,statement,signature&user_id=in.(${some})`
    rows.push(...z.array(bundleRow).parse(await api.rest(query)))
  }
  const others = await Promise.all(
    rows
      .filter(({ user_id }) => user_id !== vault.userId)
      .map(({ user_id: userId, statement, signature }) =>
        readPeer(vault, { userId, email: '', name: '', statement, signature }),
      ),
  )
  if (others.some(({ trust }) => trust === 'changed')) throw keyChanged()
  await pinPeers(api, vault, others)
  const own = await ownKeys(vault, rows)
  return new Map<string, Keys>([[vault.userId, own], ...others.map((peer): [string, Keys] => [peer.userId, peer])])
}

async function ownKeys(vault: OpenVault, rows: readonly z.infer<typeof bundleRow>[]): Promise<Keys> {
  const row = rows.find(({ user_id }) => user_id === vault.userId)
  if (!row) throw missing()
  const own = await readPeer(vault, { userId: vault.userId, email: '', name: '', ...row })
  return { bundle: own.bundle, fingerprint: own.fingerprint }
}

function missing(): never {
  throw new VaultError('not_member', 'Somebody in the list does not belong to the organisation, or has no vault yet.')
}
