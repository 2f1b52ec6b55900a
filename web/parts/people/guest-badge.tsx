import { useQuery } from '@tanstack/react-query'
import { dateLocale } from '#web/lib/format.ts'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { people } from '#web/messages/people.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { useAccountState, useVault } from '../vault/vault-context.ts'
import { guestsQuery } from './team.queries.ts'

const dayInWords = (end: string): string => new Date(end).toLocaleDateString(dateLocale(), { dateStyle: 'medium' })

/** Says of a guest that they are one; until which day, to people who may know. */
export function GuestBadge({ guest }: Pick<Member, 'guest'>) {
  if (!guest) return null
  const { endsAt } = guest
  return <Badge tone="copper">{endsAt === null ? people.guests.badge : people.guests.until(dayInWords(endsAt))}</Badge>
}

/** The same of a person of whom only the account is known: people see whom they give files to. */
export function GuestBadgeOf({ userId }: { userId: string }) {
  const { data: isGuest = false } = useQuery({
    ...guestsQuery(useVault().team),
    select: (guests) => guests.has(userId),
  })
  return isGuest ? <Badge tone="copper">{people.guests.badge}</Badge> : null
}

/** Whether the signed-in person is a guest of their organisation; false while that is not known. The server refuses in any case. */
export function useIsGuest(): boolean {
  const state = useAccountState()
  const { data = false } = useQuery({
    ...guestsQuery(useVault().team),
    select: (guests) => state.kind === 'open' && guests.has(state.userId),
  })
  return data
}
