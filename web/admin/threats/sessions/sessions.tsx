import { useInfiniteQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { deviceName } from '#contract/devices/device-name.ts'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale, formatDateTime, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { OrganisationSession } from '#web/lib/remote/vault-client.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { organisationSessionsQuery } from '#web/parts/people/policies.queries.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ShowMore } from '../manage/show-more.tsx'
import { type NameOf, usePeopleNames } from '../manage/use-people.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'

const ROW_PX = 64
const text = policies.sessions

/** Where everybody of the organisation is signed in, each to be ended. */
export function Sessions() {
  const list = useInfiniteQuery(organisationSessionsQuery(useVault().team))
  const sessions = list.data?.pages.flat()
  const nameOf = usePeopleNames((sessions ?? []).map(({ userId }) => userId))
  const [ending, setEnding] = useState<OrganisationSession | null>(null)
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <div>
        <Heading>{text.title}</Heading>
        <Text tone="soft" className="max-w-prose">
          {text.lead}
        </Text>
      </div>
      <Card>
        <QueryView
          query={{ ...list, data: sessions }}
          text={{ ...text, retry: policies.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState isLine seed={text.none} title={text.none} text={text.noneText} />
            ) : (
              <>
                <RowList label={text.title}>
                  {rows.map((session) => (
                    <SessionRow key={session.id} session={session} nameOf={nameOf} onEnd={() => setEnding(session)} />
                  ))}
                </RowList>
                <ShowMore list={list} />
              </>
            )
          }
        </QueryView>
      </Card>
      <EndSessionDialog session={ending} nameOf={nameOf} onClose={() => setEnding(null)} />
    </section>
  )
}

type RowProps = { session: OrganisationSession; nameOf: NameOf; onEnd: () => void }

function SessionRow({ session, nameOf, onEnd }: RowProps) {
  const now = useNow()
  const { userId, userAgent, createdAt, lastActiveAt, ip, country, isCurrent, isHeld, hasSecondFactor } = session
  const who = nameOf(userId)
  const device = deviceName(userAgent)
  const place = [ip, country === null ? null : countryName(country)].filter((part) => part !== null).join(', ')
  const detail = [
    text.used(midSentence(formatTimeAgo(new Date(lastActiveAt), now))),
    text.started(formatDateTime(new Date(createdAt))),
    ...(place === '' ? [] : [place]),
  ]
  return (
    <Row
      icon={<MonitorSmartphone size={18} aria-hidden="true" />}
      title={text.row(who, device)}
      detail={text.detail(detail)}
      badge={
        <>
          {isCurrent && <Badge tone="brand">{text.current}</Badge>}
          {isHeld && <Badge tone="warn">{text.held}</Badge>}
          {hasSecondFactor && <Badge>{text.factor}</Badge>}
        </>
      }
      actions={<EndButton session={session} label={text.endOf(who, device)} onEnd={onEnd} />}
    />
  )
}

type EndProps = { session: OrganisationSession; label: string; onEnd: () => void }

function EndButton({ session: { isCurrent, mayEnd }, label, onEnd }: EndProps) {
  if (isCurrent) return null
  if (!mayEnd) {
    return (
      <Text size="xs" tone="soft" className="max-w-48">
        {text.owner}
      </Text>
    )
  }
  return (
    <Button variant="outline" size="sm" aria-label={label} onClick={onEnd}>
      {text.end}
    </Button>
  )
}

const countryName = (code: string): string =>
  new Intl.DisplayNames(dateLocale(), { type: 'region', fallback: 'code' }).of(code) ?? code
