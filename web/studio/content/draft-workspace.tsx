import { useState } from 'react'
import type { NavigateOptions } from 'react-router'
import { CONTENT_TYPES, type ContentType } from '#contract/studio/content.ts'
import type { ListedDraft, OpenDraft } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { useStayGuard } from '#web/parts/form/use-leave-guard.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { DraftResult } from './draft-result.tsx'
import { DraftSide } from './draft-side.tsx'
import { useFindingCursor } from './grammar/use-finding-cursor.ts'
import { type Grammar, useCheckedText } from './grammar/use-grammar.ts'
import type { useRewriting } from './rewriting/use-rewriting.ts'
import { WhatLeaves } from '../what-leaves.tsx'
import type { DraftStart } from './start-draft.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import type { useWriting } from './use-writing.ts'

type Props = {
  /** Undefined: one that is not saved yet. */
  open: OpenDraft | undefined
  /** Fields that a new draft begins with. */
  start: DraftStart | undefined
  all: readonly ListedDraft[]
  model: { provider: string; model: string } | null
  rewriting: ReturnType<typeof useRewriting>
  writing: ReturnType<typeof useWriting>
  grammar: Grammar
  onChoose: (draft: string | null, options?: NavigateOptions) => void
  /** The open draft has this id now, or was written: what is known of its writing stays. */
  onStored: (draft: string) => Promise<void>
}

/** Input, result, checks: one beside the other, and below each other on a phone. */
export function DraftWorkspace({ open, start, all, model, rewriting, writing, grammar, onChoose, onStored }: Props) {
  const hasModel = model !== null
  const draft = useDraft({ open, start, writing, onStored })
  const cursor = useFindingCursor(grammar)
  useCheckedText(grammar, draft.fields.content)
  // A text that is being written was saved before.
  const guard = useStayGuard(draft.isChanged && writing.writing === null)
  return (
    <HairlineGrid className="items-stretch lg:grid-cols-[264px_minmax(0,1fr)_300px]">
      <section aria-label={words.input} className="min-w-0 bg-surface p-4">
        <Heading look="small">{words.input}</Heading>
        <InputForm draft={draft} hasText={open?.current !== null && open !== undefined} />
        {hasModel && (
          <div className="mt-3">
            <WhatLeaves look={draft.preview} disabled={draft.fields.title.trim() === ''} />
          </div>
        )}
      </section>
      <section aria-label={words.result} className="min-w-0 bg-surface">
        <DraftResult {...{ draft, open, model, rewriting, writing, grammar, cursor, onStored }} />
      </section>
      <div className="min-w-0 bg-surface">
        <DraftSide {...{ draft, open, all, hasModel, grammar, cursor, onChoose }} isBusy={writing.writing !== null} />
      </div>
      <AlertDialog
        isOpen={guard.isAsked}
        title={words.unsaved.title}
        text={words.unsaved.text}
        confirmLabel={words.unsaved.discard}
        cancelLabel={words.unsaved.keep}
        onConfirm={guard.leave}
        onClose={guard.stay}
      />
    </HairlineGrid>
  )
}

type InputProps = { draft: DraftState; hasText: boolean }

function InputForm({ draft: { fields, problems, set, generate, isStarting }, hasText }: InputProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const submit = () => setProblem(generate())
  return (
    <Form onSubmit={submit} className="mt-3">
      <TextField
        name="title"
        label={words.fields.title}
        required={false}
        problem={problem ?? problems.title ?? null}
        autoComplete="off"
        value={fields.title}
        onChange={(event) => {
          setProblem(null)
          set({ title: event.currentTarget.value })
        }}
      />
      <TextArea
        name="outline"
        label={words.fields.outline}
        hint={words.fields.outlineHint}
        required={false}
        rows={6}
        problem={problems.outline ?? null}
        value={fields.outline}
        onValueChange={(outline) => set({ outline })}
      />
      <TextField
        name="keyword"
        label={words.fields.keyword}
        required={false}
        problem={problems.target_keyword ?? null}
        autoComplete="off"
        value={fields.target_keyword}
        onChange={(event) => set({ target_keyword: event.currentTarget.value })}
      />
      <TextField
        name="audience"
        label={words.fields.audience}
        required={false}
        problem={problems.audience ?? null}
        autoComplete="off"
        value={fields.audience}
        onChange={(event) => set({ audience: event.currentTarget.value })}
      />
      <SelectField
        label={words.fields.type}
        isInForm
        value={fields.content_type}
        onChange={(type) => set({ content_type: type as ContentType })}
        options={CONTENT_TYPES.map((type) => [type, words.types[type]] as const)}
      />
      <Button type="submit" isBusy={isStarting} className="self-start">
        {hasText ? words.again : words.generate}
      </Button>
    </Form>
  )
}
