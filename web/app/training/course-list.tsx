import { BookOpen } from 'lucide-react'
import type { TrainingOverview } from '#web/lib/remote/vault-client.ts'
import { training as text } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'

type Props = { overview: TrainingOverview; onOpen: (id: string) => void }

/** Every course that there is, also those that nobody assigned. */
export function CourseList({ overview: { courses, completions }, onOpen }: Props) {
  const isDone = (id: string): boolean =>
    completions.some(({ course, withdrawn_at: withdrawnAt }) => course === id && withdrawnAt === null)
  return (
    <section aria-label={text.courses} className="flex flex-col gap-2.5">
      <Heading>{text.courses}</Heading>
      <Card>
        <RowList label={text.courses}>
          {courses.map(({ id, title, summary, minutes, lessonCount, questionCount, read }) => (
            <Row
              key={id}
              icon={<BookOpen size={18} aria-hidden="true" />}
              title={title}
              badge={isDone(id) && <Badge tone="brand">{text.done}</Badge>}
              detail={
                <>
                  {summary}
                  <br />
                  {text.facts(minutes, lessonCount, questionCount)}
                  {read > 0 && ` · ${text.read(read, lessonCount)}`}
                </>
              }
              actions={
                <Button variant="outline" size="sm" aria-label={text.openOne(title)} onClick={() => onOpen(id)}>
                  {text.open}
                </Button>
              }
            />
          ))}
        </RowList>
      </Card>
      <Text tone="hint" size="xs">
        {text.english}
      </Text>
    </section>
  )
}
