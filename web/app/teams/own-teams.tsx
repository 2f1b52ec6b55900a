import { useQuery } from '@tanstack/react-query'
import { teams as text } from '#web/messages/teams.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { teamsQuery } from '#web/parts/people/teams.queries.ts'

/** Which teams the person is in; nothing where the organisation has none. */
export function OwnTeams() {
  const { data = [] } = useQuery(teamsQuery(useVault().teams))
  if (data.length === 0) return null
  const own = data.filter(({ isMine }) => isMine)
  return (
    <CardSection aria-label={text.own.title} className="max-w-2xl p-4 md:p-5">
      <Heading>{text.own.title}</Heading>
      <Text tone="soft" className="mt-0.5 mb-3">
        {own.length === 0 ? text.own.none : text.own.lead}
      </Text>
      <ul className="flex flex-wrap gap-2">
        {own.map(({ id, name }) => (
          <li key={id}>
            <Badge>{name}</Badge>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
