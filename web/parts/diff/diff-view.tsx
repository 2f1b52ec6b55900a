import { clsx } from 'clsx'
import { useMemo } from 'react'
import { Text } from '#web/ui/layout/text.tsx'
import { type DiffLine, diffLines, partsOf } from './line-diff.ts'

export type DiffWords = {
  same: string
  added: string
  removed: string
  skipped: (count: number) => string
  count: (added: number, removed: number) => string
}

const LOOK = {
  same: { look: 'text-ink-2', sign: ' ' },
  added: { look: 'bg-brand-tint text-brand', sign: '+' },
  removed: { look: 'bg-danger-tint text-danger', sign: '−' },
} as const

/** Two texts by line. What was added and removed is said by a sign and aloud, not by colour alone. */
export function DiffView({ before, after, text }: { before: string; after: string; text: DiffWords }) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (added + removed === 0) return <Text tone="soft">{text.same}</Text>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Text tone="soft">{text.count(added, removed)}</Text>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border border-line bg-surface py-1 font-mono text-xs"
        aria-label={text.count(added, removed)}
      >
        {partsOf(lines).map((part, place) =>
          part.kind === 'skipped' ? (
            <p key={place} className="bg-sunken px-3 py-1 font-sans text-ink-3">
              {text.skipped(part.count)}
            </p>
          ) : (
            part.lines.map((line, at) => <Line key={`${place} ${at}`} line={line} text={text} />)
          ),
        )}
      </section>
    </div>
  )
}

function Line({ line: { kind, text: words }, text }: { line: DiffLine; text: DiffWords }) {
  const { look, sign } = LOOK[kind]
  return (
    <p className={clsx('flex gap-2 px-3 py-px', look)}>
      <span aria-hidden="true" className="shrink-0 select-none">
        {sign}
      </span>
      {kind !== 'same' && <span className="sr-only">{`${kind === 'added' ? text.added : text.removed}: `}</span>}
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{words}</span>
    </p>
  )
}
