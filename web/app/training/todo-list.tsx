import { ClipboardCheck } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import type { TrainingOverview } from '#web/lib/remote/vault-client.ts'
import { training as text } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { formatDay, isOver } from '#web/parts/training/day.ts'

type Props = { overview: TrainingOverview; onOpen: (id: string) => void }

/** What is assigned and not done, by the day it is due. */
export function TodoList({ overview: { courses, assignments }, onOpen }: Props) {
  const now = useNow()
  const open = assignments.filter(({ done_at: doneAt }) => doneAt === null)
  const progressOf = (id: string): string[] => {
    const course = courses.find((one) => one.id === id)
    return course && course.read > 0 ? [text.read(course.read, course.lessonCount)] : []
  }
  return (
    <section aria-label={text.todo} className="flex flex-col gap-2.5">
      <Heading>{text.todo}</Heading>
      <Card>
        {open.length === 0 ? (
          <EmptyState title={text.nothingTodo} text={text.nothingTodoText} seed="training-todo" />
        ) : (
          <RowList label={text.todo}>
            {open.map(({ id, course, title, due_on: due }) => (
              <Row
                key={id}
                icon={<ClipboardCheck size={18} aria-hidden="true" />}
                title={title}
                badge={isOver(due, now) && <Badge tone="danger">{text.late}</Badge>}
                detail={[text.due(formatDay(due)), ...progressOf(course)].join(' · ')}
                actions={
                  <Button size="sm" aria-label={text.openOne(title)} onClick={() => onOpen(course)}>
                    {text.open}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </Card>
    </section>
  )
}
