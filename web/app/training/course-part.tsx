import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OpenCourse } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { LessonText } from '#web/parts/training/lesson-text.tsx'
import { QuizPart } from './quiz-part.tsx'
import { courseQuery } from '#web/parts/training/training.queries.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'

const text = training.course
const ROW_PX = 64

/** One course: its lessons in their order, then the quiz. */
export function CoursePart({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery({ ...courseQuery(useVault().training, id), refetchOnWindowFocus: false })
  return (
    <>
      <Button variant="ghost" size="sm" className="self-start" onClick={onBack}>
        <ArrowLeft size={15} aria-hidden="true" />
        {text.back}
      </Button>
      <QueryView
        query={query}
        text={training}
        skeleton={<SkeletonRows label={training.loading} rows={4} rowHeight={ROW_PX} />}
      >
        {(course) => <Course course={course} />}
      </QueryView>
    </>
  )
}

function Course({ course }: { course: OpenCourse }) {
  const { lessons, read } = course
  const firstUnread = lessons.findIndex((_, at) => !read.includes(at))
  // What comes next; afterwards where the person goes.
  const [at, setAt] = useState(firstUnread < 0 ? lessons.length : firstUnread)
  const part = useRef<HTMLDivElement>(null)
  const lesson = lessons[at]
  // What was pressed is at the foot of a long text; the next one is read from its beginning.
  const show = (next: number) => {
    setAt(next)
    part.current?.scrollIntoView({ block: 'start' })
    part.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div>
        <Heading>{course.title}</Heading>
        <Text tone="soft" className="mt-1 max-w-prose">
          {course.summary}
        </Text>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Parts course={course} at={at} onShow={show} />
        <Card ref={part} tabIndex={-1} className="scroll-mt-20 p-5 outline-none">
          {lesson ? (
            <Lesson key={at} course={course} at={at} onNext={() => show(at + 1)} />
          ) : (
            <QuizPart course={course} onReread={() => show(0)} />
          )}
        </Card>
      </div>
    </>
  )
}

type PartsProps = { course: OpenCourse; at: number; onShow: (at: number) => void }

function Parts({ course: { lessons, read }, at, onShow }: PartsProps) {
  const names = [...lessons.map(({ title }, place) => text.lesson(place + 1, title)), text.quiz]
  return (
    <nav aria-label={text.parts}>
      <ol className="flex flex-col gap-1">
        {names.map((name, place) => (
          <li key={name}>
            <Button
              variant={place === at ? 'outline' : 'ghost'}
              size="sm"
              className="h-auto! w-full justify-start! py-2 text-left whitespace-normal!"
              aria-current={place === at ? 'step' : undefined}
              onClick={() => onShow(place)}
            >
              <span className="min-w-0 flex-1">{name}</span>
              {read.includes(place) && (
                <>
                  <Check size={15} aria-hidden="true" className="shrink-0" />
                  <span className="sr-only">{text.isRead}</span>
                </>
              )}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Lesson({ course, at, onNext }: { course: OpenCourse; at: number; onNext: () => void }) {
  const { training: client } = useVault()
  const { title = '', body = '' } = course.lessons[at] ?? {}
  const finish = useTrainingWrite(() => client.finishLesson({ id: course.id, version: course.version }, at), {
    onDone: onNext,
  })
  const isLast = at === course.lessons.length - 1
  return (
    <article className="flex flex-col gap-4">
      <Heading look="section">
        <Span tone="soft">{`${at + 1}. `}</Span>
        {title}
      </Heading>
      <LessonText text={body} />
      <Button className="mt-2 self-start" isBusy={finish.isPending} onClick={() => finish.mutate(undefined)}>
        {isLast ? text.toQuiz : text.next}
      </Button>
    </article>
  )
}
