import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Meter } from '#web/ui/feedback/progress.tsx'
import { Figure, Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ListFailed } from '#web/parts/query/list-failed.tsx'
import { scoreOf } from './security-score.ts'
import { securityFactsQuery } from './security.queries.ts'

const words = m.security.score

/** The score; the list below it says what it is made of, and what to do about the checks that failed. */
export function ScoreCard() {
  const now = useNow()
  const facts = useQuery(securityFactsQuery(useVault().security))
  if (facts.isError && !facts.data) return <ListFailed text={m.security} query={facts} />
  const score = facts.data && scoreOf(facts.data, now)

  return (
    <CardSection aria-label={words.title}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
        <Figure>{score ? words.percent(score.percent) : m.files.unknown}</Figure>
        <div className="min-w-0 flex-1 basis-64">
          <Heading>{words.title}</Heading>
          <Text tone="soft" className="mt-0.5 mb-2.5">
            {words.lead}
          </Text>
          <Meter label={words.title} value={(score?.percent ?? 0) / 100} />
        </div>
      </div>
    </CardSection>
  )
}
