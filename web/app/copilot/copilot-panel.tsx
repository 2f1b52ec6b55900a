import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, memo, type SyntheticEvent, useEffect, useState } from 'react'
import { COPILOT_LIMITS } from '#contract/copilot/copilot.ts'
import { copilot as text } from '#web/messages/copilot.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { copilotAnswerQuery } from './copilot.queries.ts'
import { FoundFiles, FoundPlaces, FoundSpaceFiles } from './found-names.tsx'
import { Passages } from './passages.tsx'
import { WrittenAnswer } from './written-answer.tsx'

/** @property typed what the field has at first; nothing is asked before the person says so */
type Props = { typed: string; onClose: () => void; finalFocus: ComponentProps<typeof Sheet>['finalFocus'] }

/** Answers a question by quotes of the documentation, pages and settings of the app, and files whose names mean it. */
export function CopilotPanel({ typed: given, onClose, finalFocus }: Props) {
  const [typed, setTyped] = useState(given)
  const [question, setQuestion] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setQuestion(typed.trim())
  }
  const askFor = (example: string) => {
    setTyped(example)
    setQuestion(example)
  }
  return (
    <Sheet isOpen title={text.title} onClose={onClose} finalFocus={finalFocus}>
      <EnglishArea>
        <Text tone="soft">{text.lead}</Text>
        <form onSubmit={submit} className="flex flex-col gap-3">
          <TextField
            name="question"
            label={text.question}
            placeholder={text.placeholder}
            maxLength={COPILOT_LIMITS.questionCharacters}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" className="self-start">
            {text.ask}
          </Button>
        </form>
        {question === '' ? <Examples onChoose={askFor} /> : <Answer question={question} onLeave={onClose} />}
      </EnglishArea>
    </Sheet>
  )
}

function Examples({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <section className="flex flex-col items-start gap-2">
      <Heading look="small">{text.examples}</Heading>
      {text.questions.map((question) => (
        <Button key={question} variant="outline" onClick={() => onChoose(question)}>
          {question}
        </Button>
      ))}
    </section>
  )
}

type AnswerProps = { question: string; onLeave: () => void }

/** Typing the next question compares no names again, which holds up the page where there are many. */
const Answer = memo(function Answer({ question, onLeave }: AnswerProps) {
  const query = useQuery(copilotAnswerQuery(useVault().copilot, question))
  const queries = useQueryClient()
  const hasFailed = query.isError
  // The badge says whether questions are answered: it is asked again where one was not.
  useEffect(() => {
    if (hasFailed) void queries.invalidateQueries({ queryKey: ['copilot', 'state'] })
  }, [hasFailed, queries])
  return (
    <div aria-live="polite" className="flex flex-col gap-5">
      <FoundFiles {...{ question, onLeave }} />
      <FoundSpaceFiles {...{ question, onLeave }} />
      {query.data && <FoundPlaces places={query.data.places} onLeave={onLeave} />}
      <section className="flex flex-col gap-3">
        <Heading look="small">{text.fromDocumentation}</Heading>
        <QueryView
          query={query}
          text={{ failed: text.failed, retry: text.retry }}
          skeleton={<SkeletonRows label={text.asking} rows={3} rowHeight={72} />}
        >
          {(answer) => (
            <>
              {answer.writer && <WrittenAnswer key={question} {...{ question, writer: answer.writer }} />}
              <Passages passages={answer.passages} onLeave={onLeave} />
            </>
          )}
        </QueryView>
      </section>
    </div>
  )
})
