import { clsx } from 'clsx'
import type { Ref } from 'react'
import { inputStyle } from '#web/ui/form/input-style.ts'
import type { Placed } from './placed-findings.ts'

type Props = { ref: Ref<HTMLDivElement>; text: string; findings: readonly Placed[]; active: string | null }

/** Shapes tell both apart where colours do not. */
const SPELLING = 'decoration-danger decoration-wavy'
const STYLE = 'decoration-info decoration-dotted decoration-2'

/** The text a second time, behind a field that shows it: with nothing to see of it but lines below its findings. */
export function MarkedText({ ref, text, findings, active }: Props) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={clsx(
        inputStyle,
        'pointer-events-none absolute inset-0 h-auto! overflow-hidden border-transparent! py-2 font-mono wrap-break-word whitespace-pre-wrap text-transparent! [scrollbar-gutter:stable]',
      )}
    >
      {piecesOf(text, findings).map(({ from, part, finding }) =>
        finding ? (
          <span
            key={from}
            data-finding={finding.isSpelling ? 'spelling' : 'style'}
            {...(finding.id === active && { 'data-active': '' })}
            className={clsx(
              'rounded-xs underline underline-offset-3 data-active:bg-warn-tint',
              finding.isSpelling ? SPELLING : STYLE,
            )}
          >
            {part}
          </span>
        ) : (
          part
        ),
      )}
      {/* A line that is empty at the end has no height otherwise. */}
      {'\u200B'}
    </div>
  )
}

type Piece = { from: number; part: string; finding?: Placed }

/** Where findings overlap, the one that begins first is marked. */
function piecesOf(text: string, findings: readonly Placed[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const finding of findings) {
    const { from, to } = finding
    if (from < at || to > text.length) continue
    if (from > at) pieces.push({ from: at, part: text.slice(at, from) })
    pieces.push({ from, part: text.slice(from, to), finding })
    at = to
  }
  if (at < text.length) pieces.push({ from: at, part: text.slice(at) })
  return pieces
}
