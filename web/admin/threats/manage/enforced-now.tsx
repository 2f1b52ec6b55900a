import { useInfiniteQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { Enforced } from '#web/lib/remote/vault-client.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { endWords } from './enforcement-words.ts'
import { LiftButton } from './lift-button.tsx'
import { enforcedQuery } from './manage.queries.ts'
import { ShowMore } from './show-more.tsx'
import { subjectWords } from './subject-words.ts'
import { type NameOf, usePeopleNames } from './use-people.ts'

const ROW_PX = 64
const text = threatsPage.enforced

/** What the server does at this moment, whom it concerns, and the way to end it. */
export function EnforcedNow() {
  const list = useInfiniteQuery(enforcedQuery(useVault().threats))
  const enforced = list.data?.pages.flat()
  const nameOf = usePeopleNames((enforced ?? []).map(({ userId }) => userId))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Card>
        <QueryView
          query={{ ...list, data: enforced }}
          text={{ ...text, retry: threatsPage.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={1} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState isLine seed={text.none} title={text.none} text={text.noneText} />
            ) : (
              <>
                <RowList label={text.title}>
                  {rows.map((row) => (
                    <EnforcedRow key={row.id} enforced={row} nameOf={nameOf} />
                  ))}
                </RowList>
                <ShowMore list={list} />
              </>
            )
          }
        </QueryView>
      </Card>
    </section>
  )
}

function EnforcedRow({ enforced, nameOf }: { enforced: Enforced; nameOf: NameOf }) {
  const now = useNow()
  const { action, detector, createdAt } = enforced
  return (
    <Row
      icon={<CirclePause size={18} aria-hidden="true" />}
      title={threatNames.enforcement(action)}
      detail={text.detail([
        subjectWords(enforced, nameOf),
        ...(detector === null ? [] : [threatNames.detector(detector)]),
        text.since(formatDateTime(new Date(createdAt))),
        endWords(enforced, now),
      ])}
      actions={<LiftButton enforcement={enforced} nameOf={nameOf} />}
    />
  )
}
