import { BookText, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'
import { grammar as words } from '#web/messages/studio/grammar.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { DictionarySheet } from './dictionary-sheet.tsx'
import { FindingRow } from './finding-row.tsx'
import type { Placed } from './placed-findings.ts'
import type { FindingCursor } from './use-finding-cursor.ts'
import type { Grammar } from './use-grammar.ts'

const ROW_PX = 32
/** Rows of the list; a text with more findings has other worries. */
const MAX_ROWS = 50

type Props = { grammar: Grammar; cursor: FindingCursor }

/** Findings of grammar and spelling in the text, and the ways to mend them. */
export function FindingsPanel({ grammar, cursor }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={words.title} className="p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Heading look="small">{words.title}</Heading>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <BookText size={14} aria-hidden="true" />
          {words.dictionary.open}
        </Button>
      </div>
      <QueryView
        query={grammar.dictionary}
        text={{ failed: words.readFailed, retry: words.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={1} rowHeight={ROW_PX} />}
      >
        {({ is_installed: isInstalled }) =>
          isInstalled ? (
            <>
              <Checkbox
                label={words.check}
                hint={words.checkHint}
                checked={grammar.isOn}
                onCheckedChange={grammar.setOn}
              />
              {grammar.isOn && <State grammar={grammar} cursor={cursor} />}
            </>
          ) : (
            <Text tone="hint">{words.missing(GRAMMAR_ENGINE.command)}</Text>
          )
        }
      </QueryView>
      <DictionarySheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

function State({ grammar, cursor }: Props) {
  const { isStarting, hasFailed, startAgain, session, checked } = grammar
  if (hasFailed || checked.hasFailed) {
    return (
      <div className="mt-3">
        <Notice tone="error" action={<TextButton onClick={startAgain}>{words.again}</TextButton>}>
          {hasFailed ? words.startFailed : words.stopped}
        </Notice>
      </div>
    )
  }
  if (checked.isForeign) {
    return (
      <div className="mt-3">
        <Notice tone="info" action={<TextButton onClick={() => session?.takeAny()}>{words.checkAnyway}</TextButton>}>
          {words.foreign}
        </Notice>
      </div>
    )
  }
  return (
    <div className="mt-3">
      <Counts isStarting={isStarting} isChecking={checked.isChecking} findings={checked.findings} cursor={cursor} />
      {checked.findings.length > 0 && <List grammar={grammar} cursor={cursor} />}
    </div>
  )
}

type CountsProps = { isStarting: boolean; isChecking: boolean; findings: readonly Placed[]; cursor: FindingCursor }

/** How much was found, read aloud once it is settled, and the way from one to the next. */
function Counts({ isStarting, isChecking, findings, cursor: { go } }: CountsProps) {
  const spelling = findings.filter(({ isSpelling }) => isSpelling).length
  const counts = words.counts(spelling, findings.length - spelling)
  const [settled, setSettled] = useState('')
  const said = isStarting ? words.starting : counts === '' ? words.none : counts
  if (!isChecking && said !== settled) setSettled(said)
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <Text aria-live="polite" className="font-semibold">
          {settled}
        </Text>
        <Text tone="hint" size="xs">
          {isChecking ? words.checking : words.keys}
        </Text>
      </div>
      <IconButton label={words.previous} tone="quiet" size="sm" disabled={findings.length === 0} onClick={() => go(-1)}>
        <ChevronUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.next} tone="quiet" size="sm" disabled={findings.length === 0} onClick={() => go(1)}>
        <ChevronDown size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function List({ grammar: { session, checked }, cursor }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { findings } = checked
  const at = cursor.active ? findings.indexOf(cursor.active) : 0
  const first = Math.max(0, Math.min(at - MAX_ROWS / 2, findings.length - MAX_ROWS))
  const rows = findings.slice(first, first + MAX_ROWS)
  const active = cursor.active?.id
  useEffect(() => {
    if (active !== undefined) showRow(list.current)
  }, [active])
  /** Keyboards stay in the list: at the row that takes the place of the one that is gone. */
  const after = (finding: Placed, act: () => void) => {
    const next = cursor.leave(finding)
    act()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = rows.findIndex(({ id }) => id === next?.id)
    buttons[row]?.focus()
  }
  return (
    <>
      <ul ref={list} aria-label={words.list} className="relative mt-2 max-h-112 divide-y divide-line overflow-y-auto">
        {rows.map((finding) => (
          <FindingRow
            key={finding.id}
            finding={finding}
            isActive={finding === cursor.active}
            onShow={() => cursor.show(finding)}
            onReplace={(text) => after(finding, () => cursor.replace(finding, text))}
            onIgnore={() => after(finding, () => session?.ignore(finding.id))}
            onAdded={() => after(finding, () => undefined)}
          />
        ))}
      </ul>
      {findings.length > rows.length && (
        <Text tone="hint" size="xs">
          {words.more(findings.length - rows.length)}
        </Text>
      )}
    </>
  )
}

/** Scrolls the list and not the page, where the text is looked at. */
function showRow(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-expanded="true"]')?.closest('li')
  if (!list || !row) return
  const { offsetTop: top, offsetHeight: height } = row
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top
}
