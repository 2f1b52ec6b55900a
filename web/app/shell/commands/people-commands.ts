import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import { m } from '#web/messages/app.ts'
import type { CommandGroup } from '#web/ui/overlay/command-dialog.tsx'
import { useRested } from '#web/parts/list/use-rested.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** As many as are looked through; more letters find the others. */
const MAX_PEOPLE = 8
/** A single letter is in nearly every name. */
const MIN_LETTERS = 2
const FRESH_MS = 30_000

type Wanted = {
  /** Page of people, of a panel that has one. */
  peopleAt: string | undefined
  text: string
  isOpen: boolean
}

/**
 * People by name or address, for who manages them. The server looks for them: what is typed is sent once typing rests, and a question that is
 * no longer wanted is ended.
 * @returns undefined where the palette does not look for people
 */
export function usePeopleCommands({
  peopleAt,
  text,
  isOpen,
}: Wanted): { group: CommandGroup; isAsking: boolean } | undefined {
  const { people } = useVault()
  const { can } = usePermissions()
  const navigate = useNavigate()
  const typed = text.trim().slice(0, PEOPLE_LIMITS.searchCharacters)
  const search = useRested(typed)
  const isOffered = peopleAt !== undefined && can('manage_users')
  const isAsked = isOffered && isOpen && search.length >= MIN_LETTERS
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['team', 'people', 'palette', search],
    queryFn: ({ signal }) => people.list({ search, state: 'present' }, { signal }),
    enabled: isAsked,
    staleTime: FRESH_MS,
  })
  if (!isOffered) return undefined
  const words = m.commands.people
  // Those of an earlier word are not offered under this one.
  const found = isAsked && search === typed ? (data?.people ?? []) : []
  const items = found.slice(0, MAX_PEOPLE).map(({ id, name, email }) => ({
    id: `person ${id}`,
    label: name === '' ? email : name,
    ...(name !== '' && { note: email }),
    Icon: UserRound,
    onPress: () => void navigate(`${peopleAt}?${new URLSearchParams({ search: email }).toString()}`),
  }))
  const again = {
    id: 'people again',
    label: words.retry,
    Icon: UserRound,
    staysOpen: true,
    onPress: () => void refetch(),
  }
  const hasFailed = isAsked && isError && !isFetching
  return {
    group: {
      id: 'people',
      label: hasFailed ? words.failed : m.commands.groups.people,
      items: hasFailed ? [again] : items,
    },
    isAsking: typed.length >= MIN_LETTERS && (search !== typed || isFetching),
  }
}
