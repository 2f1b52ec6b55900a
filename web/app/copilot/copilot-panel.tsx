import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { COPILOT_LIMITS, type FoundPassage } from '#contract/copilot/copilot.ts'
import { copilot as text } from '#web/messages/copilot.ts'
import { isOffered } from '#web/parts/frame/nav.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useDrive } from '../drive/use-drive.ts'
import { navGroups } from '../shell/nav-entries.ts'
import { copilotAnswerQuery } from './copilot.queries.ts'
import { findByName } from './find-by-name.ts'

/** Maximum number of files and of pages that are named; the search has all of them. */
const MAX_NAMED = 5

type Props = { onClose: () => void; finalFocus: ComponentProps<typeof Sheet>['finalFocus'] }

/** Answers a question by quotes of the documentation, pages of the dashboard, and files whose names mean it. */
export function CopilotPanel({ onClose, finalFocus }: Props) {
  const [typed, setTyped] = useState('')
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

function Answer({ question, onLeave }: AnswerProps) {
  const query = useQuery(copilotAnswerQuery(useVault().copilot, question))
  return (
    <div aria-live="polite" className="flex flex-col gap-5">
      <FoundFiles {...{ question, onLeave }} />
      <FoundPages {...{ question, onLeave }} />
      <section className="flex flex-col gap-3">
        <Heading look="small">{text.fromDocumentation}</Heading>
        <QueryView
          query={query}
          text={{ failed: text.failed, retry: text.retry }}
          skeleton={<SkeletonRows label={text.asking} rows={3} rowHeight={72} />}
        >
          {({ passages }) => (passages.length === 0 ? <Nothing /> : <Passages {...{ passages, onLeave }} />)}
        </QueryView>
      </section>
    </div>
  )
}

function Nothing() {
  return (
    <Text tone="soft">
      {text.nothing} {text.nothingText}
    </Text>
  )
}

function Passages({ passages, onLeave }: { passages: readonly FoundPassage[]; onLeave: () => void }) {
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {passages.map(({ address, title, heading, text: words }) => (
        <li key={address} className="flex flex-col gap-1 p-3">
          <p className="text-sm font-semibold wrap-anywhere">{heading === '' ? title : `${title}: ${heading}`}</p>
          <blockquote className="line-clamp-4 text-sm text-ink-2 wrap-anywhere">{words}</blockquote>
          <TextLink
            to={address}
            className="text-sm"
            {...(address.startsWith('/dashboard') ? { onClick: onLeave } : { target: '_blank', reloadDocument: true })}
          >
            {text.read(title)}
          </TextLink>
        </li>
      ))}
    </ol>
  )
}

function FoundFiles({ question, onLeave }: AnswerProps) {
  const { drive } = useDrive()
  const { find } = useSearch()
  const found = findByName(drive?.files ?? [], question)
  if (found.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Heading look="small">{text.files}</Heading>
      <ul className="flex flex-col items-start gap-1">
        {found.slice(0, MAX_NAMED).map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <Button
              variant="ghost"
              onClick={() => {
                find(name)
                onLeave()
              }}
            >
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length > MAX_NAMED && <Text tone="hint">{text.more(found.length - MAX_NAMED)}</Text>}
    </section>
  )
}

function FoundPages({ question, onLeave }: AnswerProps) {
  const rights = usePermissions()
  const pages = navGroups()
    .flatMap(({ entries }) => entries)
    .filter((entry) => isOffered(entry, rights))
    .map(({ to, label }) => ({ id: to, name: label }))
  const found = findByName(pages, question).slice(0, MAX_NAMED)
  if (found.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Heading look="small">{text.pages}</Heading>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {found.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={id} onClick={onLeave}>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
