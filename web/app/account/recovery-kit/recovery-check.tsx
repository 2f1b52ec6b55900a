import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { drawPositions, isWordAt } from './recovery-quiz.ts'
import { StepHeading } from '../step-heading.tsx'

const ASKED = 3

type Props = { words: readonly string[]; isBusy: boolean; onBack: () => void; onProven: () => void }

/** Three words from the person's own copy prove that there is one. */
export function RecoveryCheck({ words, isBusy, onBack, onProven }: Props) {
  const text = m.recovery.quiz
  const [positions] = useState(() => drawPositions(words.length, ASKED, (numbers) => crypto.getRandomValues(numbers)))

  return (
    <>
      <StepHeading at={3}>{text.heading}</StepHeading>
      <Text tone="soft">{text.lead}</Text>
      <Form onSubmit={onProven}>
        <div className="grid gap-4 sm:grid-cols-3">
          {positions.map((position) => (
            <TextField
              key={position}
              name={`word-${position}`}
              label={text.word(position)}
              isMono
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              validate={(answer) => (answer && !isWordAt(words, position, answer) ? text.wrong(position) : null)}
            />
          ))}
        </div>
        <div className="flex gap-2 max-sm:flex-col-reverse">
          <Button variant="outline" onClick={onBack} disabled={isBusy}>
            {text.back}
          </Button>
          <Button type="submit" className="sm:ml-auto" isBusy={isBusy}>
            {isBusy ? text.busy : text.submit}
          </Button>
        </div>
      </Form>
    </>
  )
}
