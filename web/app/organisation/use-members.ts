import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ListedPerson, Member, PeopleRules } from '#web/lib/remote/vault-client.ts'
import { peopleQuery, trustQuery } from '#web/parts/people/team.queries.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'

/** Bytes that a person has stored, and how much they may store. */
export type MemberQuota = {
  usedBytes: number
  /** Set by the organisation for this person; null without. */
  ownBytes: number | null
  /** Null is without a limit. */
  planBytes: number | null
}
/** Somebody on the page of people. `quota` is null for who may not manage users. */
export type ShownMember = Member & { quota: MemberQuota | null }

/** People of the organisation as many as were asked for: the server says who they are, this vault what it knows of their keys. */
export function useMembers(rules: PeopleRules, isWanted = true) {
  const { people, team } = useVault()
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  const list = useInfiniteQuery({ ...peopleQuery(people, rules), enabled: isWanted })
  const rows = list.data?.pages.flatMap((page) => page.people)
  const compared = (rows ?? [])
    .filter((row) => row.has_vault && row.id !== me)
    .map(({ id: userId, email }) => ({ userId, email }))
  const trust = useQuery({ ...trustQuery(team, compared), enabled: compared.length > 0 })
  const first = list.data?.pages[0]
  return {
    list,
    members: rows?.map((row) => memberOf(row, { isMe: row.id === me, trust: trust.data?.[row.id] ?? null })),
    count: first?.count ?? 0,
    organisation: first?.organisation,
    hasGuests: first?.has_guests ?? false,
    /** Why nothing is known of keys. */
    trustProblem: trust.error,
  }
}

function memberOf(row: ListedPerson, { isMe, trust }: Pick<Member, 'isMe' | 'trust'>): ShownMember {
  const { storage, guest } = row
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles,
    roleEndsAt: row.role_ends_at,
    isMe,
    hasVault: row.has_vault,
    trust: isMe || !row.has_vault ? null : trust,
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at,
    removedAt: row.removed_at,
    standing: row.standing,
    isProvisioned: row.is_provisioned,
    guest: guest && { endsAt: guest.ends_at, hasEnded: guest.has_ended },
    quota: storage && { usedBytes: storage.used_bytes, ownBytes: storage.own_bytes, planBytes: storage.plan_bytes },
  }
}
