import { Download, Square } from 'lucide-react'
import { useEffect } from 'react'
import { wordsOf } from '#contract/studio/content.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { OpenDraft } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { leaving } from '#web/messages/studio/leaving.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { DraftText } from './draft-text.tsx'
import type { FindingCursor } from './grammar/use-finding-cursor.ts'
import type { Grammar } from './grammar/use-grammar.ts'
import { markdownOf } from './markdown-of.ts'
import type { useRewriting } from './rewriting/use-rewriting.ts'
import type { DraftState } from './use-draft.ts'
import type { useWriting, Writing } from './use-writing.ts'
import { useStudioAction } from '../use-studio-action.ts'
import { WhatLeaves } from '../what-leaves.tsx'

type Props = {
  draft: DraftState
  open: OpenDraft | undefined
  /** Without one, nothing is continued or rewritten. */
  model: { provider: string; model: string } | null
  rewriting: ReturnType<typeof useRewriting>
  onStored: (draft: string) => Promise<void>
  writing: ReturnType<typeof useWriting>
  grammar: Grammar
  cursor: FindingCursor
}

/** The text: while it is written, and afterwards in an editor. */
export function DraftResult({ writing, ...props }: Props) {
  const { draft, open, model } = props
  if (writing.writing) return <WritingPane now={writing.writing} onStop={writing.stop} />
  const unfinished = model !== null ? (open?.unfinished ?? null) : null
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading look="small">{words.result}</Heading>
        <Exports open={open} draft={draft} />
      </div>
      {writing.problem !== null && unfinished === null && <Notice tone="error">{writing.problem}</Notice>}
      {draft.hasClash && <Clash draft={draft} />}
      {unfinished && <Unfinished draft={draft} unfinished={unfinished} problem={writing.problem} />}
      {/* Without a model the page says so above. */}
      {typeof open?.label === 'string' && open.label !== words.noModel && (
        <Notice tone="info">
          {open.label}. {words.readFirst}
        </Notice>
      )}
      <Editor {...props} />
    </div>
  )
}

function WritingPane({ now: { text, sections, at }, onStop }: { now: Writing; onStop: () => void }) {
  useEffect(() => {
    const stopOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onStop()
    document.addEventListener('keydown', stopOnEscape)
    return () => document.removeEventListener('keydown', stopOnEscape)
  }, [onStop])
  const where = at < 0 ? words.planning : words.sectionOf(at + 1, sections.length, sections[at] ?? '')
  return (
    <div className="flex min-h-96 flex-col">
      <div className="flex items-center justify-between gap-3 border-b border-line p-4">
        <div className="min-w-0">
          {/* Announced for each section, not for each word. */}
          <p aria-live="polite" className="text-sm font-semibold wrap-anywhere">
            {where}
          </p>
          <Text tone="hint" size="xs">
            {words.words(wordsOf(text))}
          </Text>
        </div>
        <Button variant="outline" onClick={onStop}>
          <Square size={14} aria-hidden="true" className="fill-current" />
          {words.stop}
        </Button>
      </div>
      <Progress label={where} value={sections.length === 0 ? 0 : Math.max(0, at) / sections.length} />
      <div className="p-4 text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">{text}</div>
    </div>
  )
}

type UnfinishedProps = {
  draft: DraftState
  unfinished: NonNullable<OpenDraft['unfinished']>
  /** Why the writing stopped, where that was seen. */
  problem: string | null
}

/** Said of a text whose writing stopped: why, and which section is next, or why none is. */
function Unfinished({ draft, unfinished, problem }: UnfinishedProps) {
  const why = problem === null ? '' : `${problem} `
  if (!draft.isPlanned) return <Notice tone="info">{why + words.planOutdated}</Notice>
  const { section, sections, heading } = unfinished
  return (
    <Notice
      tone="attention"
      action={
        <Button variant="outline" size="sm" isBusy={draft.isStarting} onClick={draft.continueWriting}>
          {words.continueFrom(section)}
        </Button>
      }
    >
      {why}
      {words.stoppedAt(section, sections, heading)}. {words.continueText}{' '}
      <WhatLeaves look={draft.previewContinued} label={leaving.seeContinued} />
    </Notice>
  )
}

function Clash({ draft: { keepMine, takeTheirs } }: { draft: DraftState }) {
  return (
    <Notice
      tone="error"
      action={
        <span className="flex gap-2">
          <Button variant="outline" size="sm" onClick={keepMine}>
            {words.keepMine}
          </Button>
          <Button variant="outline" size="sm" onClick={() => void takeTheirs()}>
            {words.takeTheirs}
          </Button>
        </span>
      }
    >
      {words.changed}. {words.changedText}
    </Notice>
  )
}

function Exports({ open, draft: { fields } }: { open: OpenDraft | undefined; draft: DraftState }) {
  const { drafts } = useVault()
  const told = { done: () => undefined, failed: words.exportFailed, keys: [] }
  const save = ({ name, file }: { name: string; file: Blob }) => saveBlob(name, file)
  const record = useStudioAction((id: string) => drafts.exportRecord(id), { ...told, onDone: save })
  const download = () => {
    const { name, text } = markdownOf(fields, open)
    saveBlob(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  }
  const hasRecord = open?.versions.some(({ kind }) => kind === 'model') === true
  if (fields.content.trim() === '' && !hasRecord) return null
  return (
    <span className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={download}>
        <Download size={14} aria-hidden="true" />
        {words.markdown}
      </Button>
      {open && hasRecord && (
        <Button variant="outline" size="sm" isBusy={record.isPending} onClick={() => record.mutate(open.draft.id)}>
          <Download size={14} aria-hidden="true" />
          {words.record}
        </Button>
      )}
    </span>
  )
}

type EditorProps = Omit<Props, 'writing'>

function Editor(props: EditorProps) {
  const { fields, problems, set, save, isChanged, isSaving } = props.draft
  return (
    <div className="flex flex-col gap-4">
      <TextField
        name="meta"
        label={words.fields.meta}
        required={false}
        problem={problems.meta_description ?? null}
        autoComplete="off"
        value={fields.meta_description}
        onChange={(event) => set({ meta_description: event.currentTarget.value })}
      />
      <TextField
        name="tags"
        label={words.fields.tags}
        hint={words.fields.tagsHint}
        problem={problems.tags ?? null}
        required={false}
        autoComplete="off"
        value={fields.tags}
        onChange={(event) => set({ tags: event.currentTarget.value })}
      />
      <DraftText {...props} />
      <Button
        isBusy={isSaving}
        disabled={!isChanged || fields.title.trim() === ''}
        onClick={save}
        className="self-start"
      >
        {words.save}
      </Button>
    </div>
  )
}
