import { Circle, CircleCheck, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { NavigateOptions } from 'react-router'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { ListedDraft, OpenDraft } from '#web/lib/remote/vault-client.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { MAY_LOSE } from '#web/parts/form/use-leave-guard.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { DiffView } from '#web/parts/diff/diff-view.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { FactPanel } from './fact-panel.tsx'
import { FindingsPanel } from './grammar/findings-panel.tsx'
import type { FindingCursor } from './grammar/use-finding-cursor.ts'
import type { Grammar } from './grammar/use-grammar.ts'
import { checkText } from './text-checks.ts'
import type { DraftState } from './use-draft.ts'
import { Removal } from '../removal.tsx'
import { usePart } from '../use-part.tsx'
import { useStudioAction } from '../use-studio-action.ts'

/** So many versions, or drafts, come at once. */
const [VERSIONS, DRAFTS] = [10, 20]

type Props = {
  draft: DraftState
  open: OpenDraft | undefined
  all: readonly ListedDraft[]
  hasModel: boolean
  grammar: Grammar
  cursor: FindingCursor
  isBusy: boolean
  onChoose: (draft: string | null, options?: NavigateOptions) => void
}

/** What to look at in the text, who wrote which version, and the other drafts. */
export function DraftSide({ draft, open, all, hasModel, grammar, cursor, isBusy, onChoose }: Props) {
  const { part, more } = usePart(all, DRAFTS)
  return (
    <div className="divide-y divide-line">
      <FactPanel draft={draft} hasModel={hasModel} isBusy={isBusy} />
      <Checks draft={draft} />
      <FindingsPanel grammar={grammar} cursor={cursor} />
      {open && <Versions draft={draft} open={open} isBusy={isBusy} onGone={() => onChoose(null, MAY_LOSE)} />}
      <section aria-label={words.drafts} className="p-4">
        <Heading look="small">{words.drafts}</Heading>
        {all.length === 0 && <Text tone="hint">{words.noDrafts}</Text>}
        <ul className="mt-2 divide-y divide-line">
          {part.map(({ id, title, model, versions }) => (
            <li key={id} className="py-2">
              <TextButton
                disabled={isBusy}
                aria-current={id === open?.draft.id ? 'true' : undefined}
                className="text-left wrap-anywhere"
                onClick={() => onChoose(id)}
              >
                {title}
              </TextButton>
              <Text tone="hint" size="xs">
                {[words.versionsOf(versions), ...(model === null ? [] : [model])].join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
        {more}
      </section>
    </div>
  )
}

function Checks({ draft: { fields } }: { draft: DraftState }) {
  const { title, content: text, target_keyword: keyword, meta_description: meta } = fields
  const checks = checkText({ title, text, keyword, meta })
  return (
    <section aria-label={words.checks.title} className="p-4">
      <div className="flex items-baseline justify-between gap-2">
        <Heading look="small">{words.checks.title}</Heading>
        <Text tone="hint" size="xs">
          {words.checks.asWritten}
        </Text>
      </div>
      <ul className="mt-2 divide-y divide-line text-sm">
        <li className="flex justify-between gap-2 py-2">
          <span>{words.checks.words}</span>
          <span className="text-right text-ink-2 tabular-nums">
            {words.words(checks.words)}
            {checks.words > 0 && `, ${words.checks.minutes(checks.minutes)}`}
          </span>
        </li>
        {checks.numbers.length > 0 && (
          <li className="flex gap-2 py-2">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
            <span className="min-w-0 wrap-anywhere">
              {words.checks.numbers}: {checks.numbers.slice(0, 12).join(' · ')}
            </span>
          </li>
        )}
        {checks.rules.map(([name, holds]) => (
          <li key={name} className="flex gap-2 py-2">
            {holds ? (
              <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
            ) : (
              <Circle size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
            )}
            <span className="sr-only">{holds ? words.checks.passed : words.checks.open}:</span>
            {words.checks[name]}
          </li>
        ))}
      </ul>
    </section>
  )
}

const removal = () => ({
  title: words.deleteTitle,
  text: words.deleteText,
  confirm: words.delete,
  cancel: words.cancel,
  done: words.deleted,
  failed: words.failed,
})

type VersionsProps = { draft: DraftState; open: OpenDraft; isBusy: boolean }

function Versions({ draft, open, isBusy, onGone }: VersionsProps & { onGone: () => void }) {
  const { drafts } = useVault()
  return (
    <section aria-label={words.versions} className="p-4">
      <Heading look="small">{words.versions}</Heading>
      <VersionList draft={draft} open={open} isBusy={isBusy} />
      <Removal
        words={removal()}
        keys={['studio-drafts']}
        onRemove={() => drafts.remove(open.draft.id)}
        onRemoved={onGone}
        size="sm"
        disabled={isBusy}
      >
        <Trash2 size={14} aria-hidden="true" />
        {words.delete}
      </Removal>
    </section>
  )
}

/** Versions, the newest first: each comes into the editor, or is compared with what is there. */
function VersionList({ draft, open: { draft: row, versions }, isBusy }: VersionsProps) {
  const { drafts } = useVault()
  const { part, more } = usePart(versions, VERSIONS)
  const show = useStudioAction(async (no: number) => ({ no, text: await drafts.readVersion(row.id, no) }), {
    done: () => undefined,
    failed: words.failed,
    keys: [],
    onDone: ({ no, text }) => {
      draft.set({ content: text })
      toastDone(words.shown(no))
    },
  })
  const [compared, setCompared] = useState<{ no: number; text: string } | null>(null)
  const compare = useStudioAction(async (no: number) => ({ no, text: await drafts.readVersion(row.id, no) }), {
    done: () => undefined,
    failed: words.failed,
    keys: [],
    onDone: setCompared,
  })
  return (
    <>
      {versions.length === 0 && <Text tone="hint">{words.noVersions}</Text>}
      <ul className="my-2 divide-y divide-line text-sm">
        {part.map(({ no, kind, model, author, rewrites, created_at: at, is_whole: isWhole }) => (
          <li key={no} className="flex items-baseline gap-2 py-2">
            <span className="font-semibold tabular-nums">{no}</span>
            <span className="min-w-0 flex-1 text-ink-2 wrap-anywhere">
              {formatShortDateTime(new Date(at))},{' '}
              {kind === 'model' ? `${rewrites === null ? words.by.model : words.passageBy} ${model}` : words.by[kind]}
              {kind === 'person' && author !== null && ` by ${author}`}
              {!isWhole && ` (${words.partOnly})`}
            </span>
            <TextButton aria-label={words.showVersion(no)} disabled={isBusy} onClick={() => show.mutate(no)}>
              {words.show}
            </TextButton>
            <TextButton aria-label={words.compareVersion(no)} disabled={isBusy} onClick={() => compare.mutate(no)}>
              {words.compare}
            </TextButton>
          </li>
        ))}
      </ul>
      {more}
      <Dialog isOpen={compared !== null} onClose={() => setCompared(null)} title={words.compared(compared?.no ?? 0)}>
        {compared && <DiffView before={compared.text} after={draft.fields.content} text={words.diff} />}
      </Dialog>
    </>
  )
}
