import { useQuery } from '@tanstack/react-query'
import { Fish, Send } from 'lucide-react'
import { useState } from 'react'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { Exercise } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { exercisesQuery } from '#web/parts/training/training.queries.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { ExercisePeopleList } from './exercise-people.tsx'
import { StartExercise } from './start-exercise.tsx'

const text = training.exercises
const ROW_PX = 64

/** Mails that practise how to recognise phishing, and how many fell for them. */
export function ExercisesPart() {
  const query = useQuery({ ...exercisesQuery(useVault().training), refetchOnMount: 'always' })
  const [isStarting, setStarting] = useState(false)
  const [shown, setShown] = useState<Exercise | null>(null)
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Text tone="soft" className="max-w-prose">
          {text.lead}
        </Text>
        <Reached line="POST /training/v1/exercises">
          <Button onClick={() => setStarting(true)}>
            <Send size={16} aria-hidden="true" />
            {text.start}
          </Button>
        </Reached>
      </div>
      <Card>
        <QueryView
          query={query}
          text={{ failed: text.failed, retry: training.retry }}
          skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
          className="p-4"
        >
          {(exercises) =>
            exercises.length === 0 ? (
              <EmptyState title={text.empty} text={text.emptyText} seed="exercises" />
            ) : (
              <RowList label={text.title}>
                {exercises.map((exercise) => (
                  <ExerciseRow key={exercise.id} exercise={exercise} onShow={setShown} />
                ))}
              </RowList>
            )
          }
        </QueryView>
      </Card>
      <Text tone="hint" size="xs">
        {text.note}
      </Text>
      <Dialog isOpen={isStarting} onClose={() => setStarting(false)} title={text.start}>
        <StartExercise onDone={() => setStarting(false)} />
      </Dialog>
      <Dialog isOpen={shown !== null} onClose={() => setShown(null)} title={text.who} isGrowing>
        {shown && <ExercisePeopleList id={shown.id} />}
      </Dialog>
    </section>
  )
}

function ExerciseRow({ exercise, onShow }: { exercise: Exercise; onShow: (exercise: Exercise) => void }) {
  const { template, names_people: namesPeople, started_at: at, mails, clicked, recognised } = exercise
  const day = formatShortDateTime(new Date(at))
  return (
    <Row
      icon={<Fish size={18} aria-hidden="true" />}
      title={text.template[template]}
      detail={[day, text.mails(mails), text.clicked(clicked), text.recognised(recognised)].join(' · ')}
      actions={
        namesPeople && (
          <Button variant="outline" size="sm" aria-label={text.whoOf(day)} onClick={() => onShow(exercise)}>
            {text.who}
          </Button>
        )
      }
    />
  )
}
