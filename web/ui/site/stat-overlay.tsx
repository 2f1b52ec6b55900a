import type { ReactNode } from 'react'

/** One figure with what it is, how far it is true, and why: a cell of a hairline grid. */
export function StatOverlay({
  figure,
  name,
  tag,
  note,
}: {
  figure: string
  name: string
  tag: ReactNode
  note: string
}) {
  return (
    <div className="bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-[1.625rem] leading-[1.15] font-semibold tabular-nums">{figure}</p>
        {tag}
      </div>
      <p className="mt-0.5 text-sm font-semibold">{name}</p>
      <p className="mt-1 text-xs text-ink-3">{note}</p>
    </div>
  )
}
