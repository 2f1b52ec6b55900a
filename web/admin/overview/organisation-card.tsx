import { useQuery } from '@tanstack/react-query'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import { admin } from '#web/messages/admin.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { overviewQuery } from './overview.queries.ts'

const text = admin.overview.organisation

/** Whose panel this is. That it could not be read is said by the figures, which come with it. */
export function OrganisationCard() {
  const { data } = useQuery(overviewQuery(useVault().team))
  if (!data) return null
  const since = new Date(data.created_at).toLocaleDateString(dateLocale(), { dateStyle: 'long' })
  return (
    <CardSection aria-label={text.title} className="p-4">
      <Heading className="mb-3">{text.title}</Heading>
      <FactList
        facts={[
          [text.name, data.name],
          [text.plan, admin.plan(data.tier)],
          [text.since, since],
          [text.people, `${formatCount(data.people)}, ${text.withoutVault(data.without_vault)}`],
        ]}
      />
    </CardSection>
  )
}
