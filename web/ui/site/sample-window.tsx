import type { ReactNode } from 'react'

/** A frame like a window's, around something that shows how the app looks. */
export function SampleWindow({ address, children }: { address: string; children: ReactNode }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2" aria-hidden="true">
        <span className="flex gap-1.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-2.5 rounded-full border border-control" />
          ))}
        </span>
        <span className="rounded-sm bg-surface px-3 py-0.5 font-mono text-xs text-ink-3">{address}</span>
      </div>
      <div className="p-5 lg:pr-16">{children}</div>
    </div>
  )
}

/** Rows as the file list has them; the middle columns need room. */
export function SampleTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly string[]
  rows: readonly (readonly [string, ...ReactNode[]])[]
}) {
  const hideNarrow = (index: number) => (index === 1 || index === 2 ? 'max-sm:hidden' : '')
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="h-9 border-y border-line bg-sunken text-left">
          {columns.map((column, index) => (
            <th key={column} scope="col" className={`px-3 font-semibold ${hideNarrow(index)}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]} className="h-10 border-b border-line last:border-b-0">
            {cells.map((cell, index) => (
              <td
                key={columns[index]}
                className={`px-3 ${index === 0 ? 'font-semibold' : 'text-ink-2 tabular-nums'} ${hideNarrow(index)}`}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One figure with what it is, how far it is true, and why. */
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
    <div className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-[1.625rem] leading-[1.15] font-semibold tabular-nums">{figure}</p>
        {tag}
      </div>
      <p className="mt-0.5 text-sm font-semibold">{name}</p>
      <p className="mt-1 text-xs text-ink-3">{note}</p>
    </div>
  )
}
