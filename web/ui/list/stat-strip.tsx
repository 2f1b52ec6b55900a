import { clsx } from 'clsx'
import { Link } from 'react-router'

type Stat = {
  label: string
  value: string
  note?: string | undefined
  /** The page that says where the figure comes from. */
  to?: string
}

/** Figures of a page in one card with hairline cells; four of them stand two by two on small screens. */
export function StatStrip({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl
      aria-label={label}
      className={clsx(
        'grid gap-px overflow-hidden rounded-lg border border-line bg-line',
        stats.length === 4 ? 'grid-cols-2 md:grid-cols-4' : 'grid-cols-3',
      )}
    >
      {stats.map((stat) => (
        <div key={stat.label} className="relative flex min-w-0 flex-col bg-surface px-3 py-3 sm:px-4">
          <dt className="text-xs text-ink-3 sm:text-sm">
            {stat.to ? (
              <Link
                to={stat.to}
                className="underline-offset-3 after:absolute after:inset-0 hover:text-ink hover:underline focus-visible:outline-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {stat.label}
              </Link>
            ) : (
              stat.label
            )}
          </dt>
          <dd className="mt-auto text-[1.625rem] leading-[1.15] font-semibold tabular-nums">{stat.value}</dd>
          <dd className="min-h-[1.4em] truncate text-xs text-ink-3 max-sm:hidden">{stat.note}</dd>
        </div>
      ))}
    </dl>
  )
}
