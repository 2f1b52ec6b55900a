type Stat = { label: string; value: string; note?: string }

/** Figures of a page in one card with hairline cells. */
export function StatStrip({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line">
      {stats.map((stat) => (
        <div key={stat.label} className="flex min-w-0 flex-col bg-surface px-3 py-3 sm:px-4">
          <dt className="text-xs text-ink-3 sm:text-sm">{stat.label}</dt>
          <dd className="mt-auto text-[1.625rem] leading-[1.15] font-semibold tabular-nums">{stat.value}</dd>
          <dd className="min-h-[1.4em] truncate text-xs text-ink-3 max-sm:hidden">{stat.note}</dd>
        </div>
      ))}
    </dl>
  )
}
