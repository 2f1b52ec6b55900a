import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { dayInWords } from './role-end.tsx'
import { roleEndsQuery, rolesQuery } from '#web/parts/rights/use-permissions.ts'

const SOON_MS = 7 * 24 * 3_600_000

/** What the person may do in their organisation, and until when. */
export function OwnRoles() {
  const text = people.own
  const { roles } = useVault()
  const state = useAccountState()
  const held = useQuery(rolesQuery(roles))
  const ends = useQuery(roleEndsQuery(roles, state.kind === 'open' ? state.userId : ''))
  const now = useNow()
  if (!held.data || !ends.data) return null
  const shown = held.data.list.map((role) => ({
    role,
    end: ends.data.find((one) => one.role === role)?.endsAt ?? null,
  }))
  const soon = shown.filter(({ end }) => end !== null && new Date(end).getTime() - now.getTime() < SOON_MS)
  return (
    <CardSection aria-label={text.title} className="max-w-2xl p-4 md:p-5">
      <Heading>{text.title}</Heading>
      <Text tone="soft" className="mt-0.5 mb-3">
        {shown.length === 0 ? text.none : text.lead}
      </Text>
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ role, end }) => (
          <li key={role} className="flex items-center gap-2">
            <Badge>{m.team.role(role)}</Badge>
            {end !== null && (
              <Text size="xs" tone="soft">
                {text.ends(dayInWords(end))}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {soon.map(({ role, end }) => (
        <div key={role} className="mt-3">
          <Notice tone="attention">{text.soon(m.team.role(role), dayInWords(end ?? ''))}</Notice>
        </div>
      ))}
    </CardSection>
  )
}
