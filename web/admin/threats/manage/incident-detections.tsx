import { useInfiniteQuery } from '@tanstack/react-query'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DetectionFacts } from '#web/parts/threats/detection-facts.tsx'
import { EnforcementRow } from './enforcement-row.tsx'
import { incidentDetectionsQuery } from './manage.queries.ts'
import { ShowMore } from './show-more.tsx'
import { usePeopleNames } from './use-people.ts'

const ROW_PX = 96
const text = threatsPage.incident

/** What detectors noticed of one subject, why, and what follows from it. */
export function IncidentDetections({ id }: { id: string }) {
  const list = useInfiniteQuery(incidentDetectionsQuery(useVault().threats, id))
  const detections = list.data?.pages.flat()
  const people = (detections ?? []).flatMap(({ enforcements }) => enforcements.map(({ userId }) => userId))
  const nameOf = usePeopleNames(people)
  return (
    <section aria-label={text.noticed} className="flex flex-col gap-2">
      <Heading look="small">{text.noticed}</Heading>
      <QueryView
        query={{ ...list, data: detections }}
        text={{ failed: text.noticedFailed, retry: threatsPage.retry }}
        skeleton={<SkeletonRows label={text.noticedLoading} rows={1} rowHeight={ROW_PX} />}
      >
        {(rows) => (
          <Card className="*:border-t-0">
            <PlainRows label={text.noticed}>
              {rows.map((detection) => (
                <PlainRow key={detection.id}>
                  <DetectionFacts detection={detection}>
                    {detection.enforcements.length > 0 ? (
                      <ul className="mt-1 flex flex-col gap-2">
                        {detection.enforcements.map((enforcement) => (
                          <EnforcementRow key={enforcement.id} enforcement={enforcement} nameOf={nameOf} />
                        ))}
                      </ul>
                    ) : undefined}
                  </DetectionFacts>
                </PlainRow>
              ))}
            </PlainRows>
            <ShowMore list={list} />
          </Card>
        )}
      </QueryView>
    </section>
  )
}
