import { useQueryClient } from '@tanstack/react-query'
import type { ListedPerson, Member, Trust } from '#web/lib/remote/vault-client.ts'
import { useAccountState, useVault } from '../vault/vault-context.ts'
import { memberOf } from './member-of.ts'
import { namedPeopleQuery } from './named-people.queries.ts'
import { trustQuery } from './team.queries.ts'

/** Reads people by their ids now, with what this vault knows of their keys. */
export function useReadPeople(): (ids: readonly string[]) => Promise<Member[]> {
  const { people, team } = useVault()
  const queries = useQueryClient()
  const asMember = useAsMember()
  return async (ids) => {
    const members = (await queries.fetchQuery({ ...namedPeopleQuery(people, ids, 0), staleTime: 0 })).map(asMember)
    const compared = comparable(members)
    if (compared.length === 0) return members
    return withTrust(members, await queries.fetchQuery(trustQuery(team, compared)))
  }
}

/** Makes somebody of a list of the server a member; nothing is said of their keys. */
export function useAsMember(): (row: ListedPerson) => Member {
  const state = useAccountState()
  const me = state.kind === 'open' ? state.userId : ''
  return (row) => memberOf(row, { isMe: row.id === me, trust: null })
}

/** Those of them whose keys there are to compare. */
export const comparable = (people: readonly Member[]) =>
  people.filter(({ hasVault, isMe }) => hasVault && !isMe).map(({ userId, email }) => ({ userId, email }))

export const withTrust = (people: readonly Member[], trusts: Readonly<Record<string, Trust>>): Member[] =>
  people.map((one) => ({ ...one, trust: one.isMe || !one.hasVault ? null : (trusts[one.userId] ?? null) }))
