import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { MAX_INSTRUCTION_CHARACTERS, REWRITE_WAYS } from '#contract/studio/rewriting.ts'
import { rewriting as words } from '#web/messages/studio/rewriting.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { lengthProblem } from '#web/ui/form/text-limit.ts'
import { WhatLeaves } from '../../what-leaves.tsx'
import type { DraftValues } from '../draft-values.ts'
import { formatChanges } from './kept-formats.ts'
import { type Answer, fieldsOf, type Rewriting, type useRewriting, type Way } from './use-rewriting.ts'

type Props = {
  now: Rewriting
  state: ReturnType<typeof useRewriting>
  fields: DraftValues
  /** Undefined: the draft is not saved yet. */
  draft: string | undefined
  model: { provider: string; model: string }
  isTaking: boolean
  onTake: () => void
  onClose: () => void
}

/** A passage and what a model makes of it, one next to the other. The text is as it was until a person replaces the passage. */
export function RewritePanel({ now, state: { start, stop }, fields, draft, model, isTaking, onTake, onClose }: Props) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const isWriting = now.answer !== null && now.answer.end === null
  const stopIfWriting = useEffectEvent(() => isWriting && stop())
  useEffect(() => {
    const panel = section.current
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && stopIfWriting()
    panel?.addEventListener('keydown', onKey)
    return () => panel?.removeEventListener('keydown', onKey)
  }, [])
  const ask = (way: Way) => void start({ ...fieldsOf(fields, now, way), ...(draft !== undefined && { draft }) })
  /** For buttons that are gone once they are pressed: Escape is heard in the panel alone. */
  const fromPanel = (act: () => void) => {
    section.current?.focus()
    act()
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.title}
      className="flex scroll-mt-28 flex-col gap-4 rounded-md border border-control p-3 outline-none"
    >
      <Ways now={now} fields={fields} isWriting={isWriting} onAsk={ask} />
      <Text tone="hint" size="xs">
        {words.leave(model.model, model.provider)}
      </Text>
      <div className="grid gap-3 sm:max-lg:grid-cols-2 xl:grid-cols-2">
        <Side title={words.original}>{now.original}</Side>
        {now.answer && (
          <Side title={titleOf(now.answer, model.model)} isOfModel isBusy={isWriting}>
            {now.answer.text === '' && isWriting ? words.waiting : now.answer.text}
          </Side>
        )}
      </div>
      {now.answer?.end?.kind === 'whole' && <Changes original={now.original} rewritten={now.answer.text} />}
      <Ending now={now} />
      <Actions
        {...{ now, isTaking, isWriting, onTake, onClose }}
        onAgain={() => fromPanel(() => now.asked && ask(now.asked))}
        onStop={() => fromPanel(stop)}
      />
    </section>
  )
}

type ActionsProps = Pick<Props, 'now' | 'isTaking' | 'onTake' | 'onClose'> & {
  isWriting: boolean
  onAgain: () => void
  onStop: () => void
}

function Actions({
  now: { answer, asked, place },
  isTaking,
  isWriting,
  onTake,
  onAgain,
  onStop,
  onClose,
}: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {answer?.end?.kind === 'whole' && (
        <Button isBusy={isTaking} disabled={!place} onClick={onTake}>
          {words.take}
        </Button>
      )}
      {asked && answer?.end && (
        <Button variant="outline" onClick={onAgain}>
          {words.again}
        </Button>
      )}
      {isWriting && (
        <Button variant="outline" onClick={onStop}>
          {words.stop}
        </Button>
      )}
      <Button variant="outline" onClick={onClose}>
        {words.discard}
      </Button>
    </div>
  )
}

type WaysProps = { now: Rewriting; fields: DraftValues; isWriting: boolean; onAsk: (way: Way) => void }

function Ways({ now, fields, isWriting, onAsk }: WaysProps) {
  const { drafts } = useVault()
  const [instruction, setInstruction] = useState('')
  const own: Way = { way: 'own', instruction: instruction.trim() }
  const problem = lengthProblem(own.instruction, MAX_INSTRUCTION_CHARACTERS)
  const isOwn = own.instruction !== '' && problem === null
  return (
    <div className="flex flex-col gap-3">
      <fieldset aria-label={words.waysLabel} className="flex flex-wrap gap-2">
        {REWRITE_WAYS.filter((way) => way !== 'own').map((way) => (
          <Button
            key={way}
            variant="outline"
            size="sm"
            aria-pressed={now.asked?.way === way}
            disabled={isWriting}
            focusableWhenDisabled
            className="aria-pressed:border-brand aria-pressed:bg-brand-tint"
            onClick={() => onAsk({ way, instruction: '' })}
          >
            {words.ways[way]}
          </Button>
        ))}
      </fieldset>
      <Form onSubmit={() => isOwn && !isWriting && onAsk(own)} className="gap-2!">
        <TextField
          name="instruction"
          label={words.instruction}
          hint={words.instructionHint}
          required={false}
          problem={problem}
          autoComplete="off"
          value={instruction}
          onChange={(event) => setInstruction(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="outline"
          size="sm"
          disabled={!isOwn || isWriting}
          focusableWhenDisabled={isWriting}
          className="self-start"
        >
          {words.ways.own}
        </Button>
      </Form>
      <WhatLeaves
        disabled={problem !== null}
        look={() => drafts.previewRewriting(fieldsOf(fields, now, isOwn ? own : { way: 'clearer', instruction: '' }))}
      />
    </div>
  )
}

const titleOf = ({ end }: Answer, model: string): string =>
  end === null || end.kind === 'whole'
    ? words.rewritten(end?.model ?? model)
    : `${words.rewritten(model)}: ${words.part}`

type SideProps = { title: string; isOfModel?: boolean; isBusy?: boolean; children: ReactNode }

/** One of both texts, as it is in Markdown. */
function Side({ title, isOfModel = false, isBusy = false, children }: SideProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      aria-busy={isBusy}
      className={isOfModel ? 'min-w-0 border-l-2 border-copper pl-3' : 'min-w-0 border-l-2 border-line pl-3'}
    >
      <Heading as="h3" look="small" id={id} className={isOfModel ? 'text-copper' : 'text-ink-2'}>
        {title}
      </Heading>
      <div className="mt-1 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{children}</div>
    </section>
  )
}

/** Lists what of the original is not in the rewritten passage, and the other way round. */
function Changes({ original, rewritten }: { original: string; rewritten: string }) {
  const changes = formatChanges(original, rewritten)
  if (changes.length === 0) return null
  return (
    <ul aria-label={words.changesLabel} className="flex flex-col gap-1 text-sm">
      {changes.map((change) => (
        <li key={change.kind} className="flex gap-2">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 wrap-anywhere">
            {'values' in change ? words.changes[change.kind](change.values.join(' · ')) : words.changes[change.kind]}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Ending({ now: { answer, place } }: { now: Rewriting }) {
  const end = answer?.end
  if (!answer || !end) return null
  const hasText = answer.text.trim() !== ''
  return (
    <>
      {end.kind === 'failed' && <Notice tone="error">{words.failed(end.message, hasText)}</Notice>}
      {end.kind === 'stopped' && <Notice tone="info">{words.stopped(hasText)}</Notice>}
      {end.kind === 'whole' && !place && <Notice tone="attention">{words.moved}</Notice>}
      {end.kind === 'whole' && place && (
        <Text tone="hint" size="xs" aria-live="polite">
          {words.check}
        </Text>
      )}
    </>
  )
}
