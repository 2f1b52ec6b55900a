import type { ListedPerson, Member, PeoplePage, PeopleRules, Trust } from '#web/lib/remote/vault-client.ts'
import { ADA } from './quiet-frame.ts'

/** The person of `quietFrame` as lists of people have her, without a role. */
export const ADA_MEMBER: Member = {
  userId: ADA.userId,
  email: ADA.email,
  name: 'Ada Example',
  roles: [],
  roleEndsAt: null,
  isMe: true,
  hasVault: true,
  trust: null,
  joinedAt: '2026-02-03T12:00:00Z',
  lastActiveAt: null,
  removedAt: null,
  standing: 'active',
  isProvisioned: false,
  guest: null,
}

type Listed = Omit<Member, 'isMe'> & Partial<Pick<ListedPerson, 'storage' | 'second_factor' | 'teams'>>

/** Answers of the server and the vault to the page of people: these people, narrowed as the page asks, on one page. */
export function listedPeople(members: readonly Listed[]) {
  const trusts = members.flatMap(({ userId, trust }): [string, Trust][] => (trust === null ? [] : [[userId, trust]]))
  return {
    people: { list: async (rules: PeopleRules) => pageOf(members, rules) },
    team: {
      trust: async () => Object.fromEntries(trusts),
      guests: async () => new Map(members.flatMap(({ userId, guest }) => (guest ? [[userId, guest] as const] : []))),
    },
  }
}

function pageOf(members: readonly Listed[], { search = '', state, guests, has_vault, ids }: PeopleRules): PeoplePage {
  const found = members.filter(
    ({ userId, name, email, removedAt, guest, hasVault }) =>
      `${name} ${email}`.toLowerCase().includes(search.toLowerCase()) &&
      (removedAt === null) === (state !== 'removed') &&
      (ids === undefined || ids.split(',').includes(userId)) &&
      (guests === undefined || guest !== null) &&
      (has_vault === undefined || hasVault),
  )
  return {
    people: found.map(rowOf),
    after: null,
    count: found.length,
    organisation: 'Example Works',
    plan: 'enterprise',
    has_guests: members.some(({ guest }) => guest !== null),
  }
}

const rowOf = (member: Listed): ListedPerson => ({
  id: member.userId,
  email: member.email,
  name: member.name,
  roles: [...member.roles],
  role_ends_at: member.roleEndsAt,
  has_vault: member.hasVault,
  joined_at: member.joinedAt,
  last_active_at: member.lastActiveAt,
  removed_at: member.removedAt,
  standing: member.standing,
  is_provisioned: member.isProvisioned,
  guest: member.guest && { ends_at: member.guest.endsAt, has_ended: member.guest.hasEnded },
  storage: member.storage ?? null,
  second_factor: member.second_factor,
  teams: member.teams,
})
