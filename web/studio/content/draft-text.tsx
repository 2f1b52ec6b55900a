import { useEffect } from 'react'
import type { OpenDraft } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { MarkedText } from './grammar/marked-text.tsx'
import type { FindingCursor } from './grammar/use-finding-cursor.ts'
import type { Grammar } from './grammar/use-grammar.ts'
import { RewriteBar } from './rewriting/rewrite-bar.tsx'
import { RewritePanel } from './rewriting/rewrite-panel.tsx'
import type { useRewriting } from './rewriting/use-rewriting.ts'
import { useSelected } from './rewriting/use-selected.ts'
import { useTaking } from './rewriting/use-taking.ts'
import type { DraftState } from './use-draft.ts'

type Props = {
  draft: DraftState
  open: OpenDraft | undefined
  model: { provider: string; model: string } | null
  rewriting: ReturnType<typeof useRewriting>
  grammar: Grammar
  cursor: FindingCursor
  onStored: (draft: string) => Promise<void>
}

/** The field of the text, with findings drawn below its words and its selection rewritten next to it. */
export function DraftText({ draft, open, model, rewriting, grammar: { session, checked }, cursor, onStored }: Props) {
  const { fields, problems, set } = draft
  const { field, behind, active, onKeyDown, onSelect, onScroll } = cursor
  const selected = useSelected(field)
  const { rewriting: now, follow } = rewriting
  useEffect(() => follow(fields.content), [follow, fields.content])
  const close = () => {
    rewriting.close()
    field.current?.focus()
  }
  const { isTaking, take } = useTaking({ draft, open, now, field, onClose: close, onStored })
  return (
    <>
      <div className="flex flex-col gap-2">
        <RewriteBar hasModel={model !== null} field={field} selected={selected} onOpen={rewriting.open} />
        {now && model && (
          <RewritePanel
            key={now.original}
            {...{ now, model, fields, isTaking }}
            state={rewriting}
            draft={open?.draft.id}
            onTake={take}
            onClose={close}
          />
        )}
      </div>
      <TextArea
        name="text"
        label={words.fields.text}
        problem={problems.content ?? null}
        required={false}
        isMono
        rows={22}
        ref={field}
        // The lines of the browser would be drawn over ours.
        spellCheck={session === null}
        onKeyDown={onKeyDown}
        onSelect={onSelect}
        onScroll={onScroll}
        behind={
          session && (
            <MarkedText ref={behind} text={checked.text} findings={checked.findings} active={active?.id ?? null} />
          )
        }
        value={fields.content}
        onValueChange={(content) => set({ content })}
      />
    </>
  )
}
