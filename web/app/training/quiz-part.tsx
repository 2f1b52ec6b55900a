import { useState } from 'react'
import type { OpenCourse } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Question } from './question.tsx'
import { type Graded, QuizOutcome } from './quiz-outcome.tsx'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'

const text = training.quiz

type Props = { course: OpenCourse; onReread: () => void }

/** The questions of a course, then what the server says of the answers. */
export function QuizPart({ course, onReread }: Props) {
  const [graded, setGraded] = useState<Graded | null>(null)
  const isRead = course.read.length >= course.lessons.length
  if (graded) {
    return <QuizOutcome course={course} graded={graded} onAgain={() => setGraded(null)} onReread={onReread} />
  }
  return (
    <div className="flex flex-col gap-4">
      <Heading>{training.course.quiz}</Heading>
      <Text tone="soft">{`${text.lead(course.needed, course.questions.length)} ${text.tries(course.triesLeft)}`}</Text>
      {isRead ? (
        <Questions course={course} onGraded={setGraded} />
      ) : (
        <Notice tone="info">{training.course.readFirst}</Notice>
      )}
    </div>
  )
}

function Questions({ course, onGraded }: { course: OpenCourse; onGraded: (graded: Graded) => void }) {
  const { training: client } = useVault()
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const [isMissing, setMissing] = useState(false)
  const answer = useTrainingWrite(
    async (answers: number[]) => ({
      result: await client.answer({ id: course.id, version: course.version }, answers),
      chosen: answers,
    }),
    { failed: text.failed, isQuiet: true, onDone: onGraded },
  )
  const submit = () => {
    const answers = course.questions.map((_, at) => chosen.get(at) ?? -1)
    setMissing(answers.includes(-1))
    if (!answers.includes(-1)) answer.mutate(answers)
  }
  return (
    <>
      {course.questions.map(({ text: asked, choices }, at) => (
        <Question
          key={asked}
          label={text.question(at + 1, asked)}
          choices={choices}
          chosen={chosen.get(at)}
          onChoose={(choice) => setChosen((now) => new Map(now).set(at, choice))}
        />
      ))}
      {isMissing && <Notice tone="attention">{text.missing}</Notice>}
      {answer.error && <Notice tone="error">{sentenceFor(answer.error)}</Notice>}
      <Button
        className="self-start"
        isBusy={answer.isPending}
        disabled={course.triesLeft === 0}
        focusableWhenDisabled
        onClick={submit}
      >
        {text.submit}
      </Button>
    </>
  )
}
