import { CircleCheck, CircleX, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { OpenCourse, QuizResult } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Span, Text } from '#web/ui/layout/text.tsx'
import { useCertificate } from './use-certificate.ts'

const text = training.quiz

/** What the server says, with the answers that it is about. */
export type Graded = { result: QuizResult; chosen: readonly number[] }
type Props = { course: OpenCourse; graded: Graded; onAgain: () => void; onReread: () => void }

/** Passed or not, and why each answer is right or wrong. Which answer would have been right is said only to who passed. */
export function QuizOutcome({ course, graded, onAgain, onReread }: Props) {
  const { correct, needed, hasPassed, answers, triesLeft, completion } = graded.result
  const download = useCertificate()
  const heading = useRef<HTMLHeadingElement>(null)
  // The answers were sent from the foot of the questions.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flex flex-col gap-4">
      <Heading ref={heading} tabIndex={-1} className="scroll-mt-20 outline-none">
        {hasPassed ? text.passed : text.notPassed}
      </Heading>
      <Notice tone={hasPassed ? 'info' : 'attention'}>
        {hasPassed
          ? text.passedText(correct, answers.length)
          : `${text.notPassedText(correct, needed)} ${text.tries(triesLeft)}`}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {completion !== null && (
          <Button isBusy={download.isPending} onClick={() => download.mutate(completion)}>
            <Download size={16} aria-hidden="true" />
            {text.download}
          </Button>
        )}
        {!hasPassed && triesLeft > 0 && <Button onClick={onAgain}>{text.again}</Button>}
        {!hasPassed && (
          <Button variant="outline" onClick={onReread}>
            {text.reread}
          </Button>
        )}
      </div>
      <ol className="flex flex-col divide-y divide-line">
        {course.questions.map((question, at) => (
          <Answer key={question.text} place={at} question={question} graded={graded} />
        ))}
      </ol>
    </div>
  )
}

type AnswerProps = { place: number; question: OpenCourse['questions'][number]; graded: Graded }

function Answer({ place, question: { text: asked, choices }, graded: { result, chosen } }: AnswerProps) {
  const { isRight = false, why = '', right = null } = result.answers[place] ?? {}
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <li className="flex flex-col gap-1 py-3">
      <span className="flex flex-wrap items-start gap-2">
        <Span className="min-w-0 flex-1 text-sm font-semibold">{text.question(place + 1, asked)}</Span>
        <Badge tone={isRight ? 'brand' : 'warn'}>
          <Icon size={12} aria-hidden="true" />
          {isRight ? text.right : text.wrong}
        </Badge>
      </span>
      <Text tone="soft">{`${text.yours}: ${choices[chosen[place] ?? -1] ?? ''}`}</Text>
      <Text tone="soft">{why}</Text>
      {!isRight && right !== null && <Text>{`${text.rightAnswer}: ${choices[right] ?? ''}`}</Text>}
    </li>
  )
}
