import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import type { ThreatFigures as Figures } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { figuresQuery } from './manage.queries.ts'

const ROW_PX = 40
const DAY_MS = 24 * 3_600_000
const text = threatsPage.figures

/** How fast the detectors decide, as measured, and where their data about addresses comes from. */
export function ThreatFigures() {
  const query = useQuery(figuresQuery(useVault().threats))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Card className="p-4">
        <QueryView
          query={query}
          text={{ ...text, retry: threatsPage.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={5} rowHeight={ROW_PX} />}
        >
          {({ decisions, sources }) => (
            <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
              <Decisions decisions={decisions} />
              <Sources sources={sources} />
            </div>
          )}
        </QueryView>
      </Card>
    </section>
  )
}

function Decisions({ decisions: { decisions, p50, p99, p999, max } }: Pick<Figures, 'decisions'>) {
  if (decisions === 0) return <Text tone="soft">{text.none}</Text>
  return (
    <div className="flex flex-col gap-2">
      <Text tone="soft">{text.lead}</Text>
      <FactList
        facts={[
          [text.decisions, formatCount(decisions)],
          [text.p50, text.micro(p50)],
          [text.p99, text.micro(p99)],
          [text.p999, text.micro(p999)],
          [text.max, text.micro(max)],
        ]}
      />
    </div>
  )
}

function Sources({ sources }: Pick<Figures, 'sources'>) {
  const now = useNow()
  return (
    <div className="flex flex-col gap-2">
      <Heading as="h3" look="small">
        {text.sources}
      </Heading>
      <Text tone="soft">{text.sourcesLead}</Text>
      <ul className="flex flex-col gap-2 text-sm">
        {sources.map(({ name, url, licence, madeAt }) => (
          <li key={name}>
            {url === '' ? (
              name
            ) : (
              <TextLink to={url} target="_blank" rel="noopener">
                {name}
              </TextLink>
            )}
            <Text tone="soft" size="xs" className="tabular-nums">
              {[licence, madeAt === undefined ? text.ageUnknown : text.made(longDay(madeAt), daysSince(madeAt, now))]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

const daysSince = (day: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / DAY_MS))
const longDay = (day: string): string =>
  new Date(day).toLocaleDateString(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' })
