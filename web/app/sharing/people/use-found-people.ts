import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundPerson, VaultError, expandTeam } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { peopleOfTeamQuery, teamsQuery } from '#web/parts/people/teams.queries.ts'
import { useReadPeople } from '#web/parts/people/use-read-people.ts'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { addressesIn, isAddress } from '../share-fields.ts'
import type { Found, FoundTeam } from './found.ts'
import { teamsIn } from './teams-in.ts'

/** Whom the typed addresses lead to. What was found is forgotten when another letter is typed. */
export function useFoundPeople() {
  const text = m.sharing.people
  const { sharing } = useVault()
  const { list, expand } = useTeamsByName()
  const state = useAccountState()
  const ownEmail = state.kind === 'open' ? state.email.toLowerCase() : ''
  const [typed, setTyped] = useState('')
  const find = useMutation({
    mutationFn: async (value: string): Promise<Found> => {
      const { teams: named, rest } = teamsIn(value, list)
      const [only = '', ...others] = addressesIn(rest).filter((one) => one !== ownEmail)
      if (named.length === 0 && others.length === 0) return { person: await sharing.findPerson(only), group: null }
      const teams = await Promise.all(named.map(expand))
      const emails = teams.flatMap(({ expanded }) => expanded.people.map(({ email }) => email))
      const wanted = [...new Set([only, ...others, ...emails].filter(Boolean))]
      return { person: null, group: await sharing.findPeople(wanted), teams }
    },
  })
  // Of the search alone: an answer that comes after the field was changed shows nobody.
  const { person, group, teams = [] } = find.data ?? { person: null, group: null }
  const [takenOut, setTakenOut] = useState<readonly string[]>([])
  const [compared, setCompared] = useState<FoundPerson | null>(null)
  // Confirming may be answered when somebody else is shown by now.
  const card = compared !== null && compared.userId === person?.userId ? compared : person
  const people = group?.people.filter(({ userId }) => !takenOut.includes(userId)) ?? []
  const several: Found | null = group && { person: null, group: { ...group, people }, teams }
  const shown: Found | null = card ? { person: card, group: null } : several
  const isStranger =
    (find.error instanceof VaultError && find.error.code === 'person_unknown') ||
    Boolean(group?.missing.some(({ code }) => code === 'person_unknown'))

  return {
    typed,
    type: (value: string): void => {
      setTyped(value)
      setCompared(null)
      setTakenOut([])
      find.reset()
    },
    /** For the field's `validate`. */
    check: (value: string): string | null => {
      const { teams: named, rest } = teamsIn(value, list)
      const addresses = addressesIn(rest)
      if (value.trim() === '' || (named.length > 0 && addresses.length === 0)) return null
      if (addresses.length === 0 || !addresses.every(isAddress)) return text.whole
      return named.length === 0 && addresses.every((one) => one === ownEmail) ? text.yourself : null
    },
    find: (value: string, onFound: (found: Found) => void) => {
      setTakenOut([])
      find.mutate(value, { onSuccess: onFound })
    },
    isFinding: find.isPending,
    problem: find.error,
    found: shown,
    isStranger,
    setCompared,
    takeOut: (userId: string) => setTakenOut([...takenOut, userId]),
  }
}

/** The teams of the organisation, and who is in one, each with what this vault knows of them. */
function useTeamsByName() {
  const { teams } = useVault()
  const queries = useQueryClient()
  const readPeople = useReadPeople()
  const { data: list = [] } = useQuery({ ...teamsQuery(teams), refetchInterval: false, staleTime: 60_000 })
  const expand = async ({ id, name }: { id: string; name: string }): Promise<FoundTeam> => {
    const ids = await queries.fetchQuery({ ...peopleOfTeamQuery(teams, id), staleTime: 0 })
    return { name, expanded: expandTeam(ids, await readPeople(ids)) }
  }
  return { list, expand }
}
