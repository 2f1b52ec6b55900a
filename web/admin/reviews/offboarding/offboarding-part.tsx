import { useInfiniteQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { Offboarding } from '#web/lib/remote/vault-client.ts'
import { offboarding as text } from '#web/messages/reviews/offboarding.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { ShowMore } from '#web/parts/list/show-more.tsx'
import { useOpened } from '#web/parts/list/use-filters.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { EvidenceButton } from '../evidence-button.tsx'
import { offboardingsQuery, REVIEWS_KEY } from '../reviews.queries.ts'
import { OffboardDialog } from './offboard-dialog.tsx'

const ROW_PX = 64
/** In the address, while nobody is chosen yet. */
const NOBODY = 'choose'

/** People who were offboarded, newest first. The person whose dialog is open is in the address. */
export function OffboardingPart() {
  const list = useInfiniteQuery(offboardingsQuery(useVault().reviews))
  const person = useOpened('person')
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex justify-end">
        <Reached line="POST /reviews/v1/offboardings">
          <Button onClick={() => person.open(NOBODY)}>
            <UserMinus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        </Reached>
      </div>
      <Card>
        <QueryView
          query={{ ...list, data: list.data?.pages.flatMap(({ offboardings }) => offboardings) }}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={text.empty} text={text.emptyText} seed="offboarding" />
            ) : (
              <>
                <RowList label={text.title}>
                  {rows.map((one) => (
                    <OffboardingRow key={one.id} one={one} />
                  ))}
                </RowList>
                <ShowMore list={list} label={text.more} />
              </>
            )
          }
        </QueryView>
      </Card>
      {person.id !== null && (
        <OffboardDialog
          person={person.id === NOBODY ? '' : person.id}
          onChoose={(id) => person.open(id || NOBODY)}
          onClose={() => person.open(null)}
        />
      )}
    </section>
  )
}

function OffboardingRow({ one }: { one: Offboarding }) {
  const { reviews } = useVault()
  const who = one.person_name || one.person_email
  const resume = useAction(() => reviews.resume(one.id), {
    done: ({ finished_at: finishedAt }) => (finishedAt === null ? text.stopped : text.done),
    failed: text.failedAct,
    keys: [REVIEWS_KEY, 'team'],
  })
  const when = (time: string) => formatShortDateTime(new Date(time))
  return (
    <Row
      icon={<UserMinus size={18} aria-hidden="true" />}
      title={who}
      detail={[
        text.endings[one.ending],
        one.finished_at === null ? text.underWay : text.finished(when(one.finished_at)),
        text.startedBy(one.starter, when(one.started_at)),
        ...one.steps.filter(({ state }) => state !== 'done').map(stepLine),
        ...one.spaces.map(spaceLine),
      ].join(' · ')}
      actions={
        <span className="flex flex-wrap gap-2">
          {one.finished_at === null && (
            <Reached line="POST /reviews/v1/offboardings/:id/steps">
              <Button
                size="sm"
                variant="outline"
                aria-label={text.resumeOne(who)}
                isBusy={resume.isPending}
                onClick={() => resume.mutate(undefined)}
              >
                {text.resume}
              </Button>
            </Reached>
          )}
          <Reached line="GET /reviews/v1/offboardings/:id/export">
            <EvidenceButton
              label={text.report}
              read={() => reviews.report(one.id)}
              fileName="offboarding.csv"
              done={text.reported}
              failed={text.failedAct}
            />
          </Reached>
        </span>
      }
    />
  )
}

const stepLine = ({ step, state, reason }: Offboarding['steps'][number]): string =>
  [`${text.steps[step]}: ${text.stepStates[state]}`, ...(reason === null ? [] : [text.reasons[reason]])].join(', ')

const spaceLine = ({ space_id: space, successor, left_at: leftAt }: Offboarding['spaces'][number]): string =>
  leftAt === null ? text.waits(space, successor) : text.left(space)
