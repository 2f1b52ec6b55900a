import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'

type Stat = {
  label: string
  value: string
  note?: string | undefined
  /** The page that says where the figure comes from. */
  to?: string
}
type Props = {
  label: string
  stats: readonly Stat[]
  /** With the note under each figure. */
  isOpen: boolean
  onToggle: () => void
  detailsLabel: string
}

/** As high as a finger needs for the links in it, without taking more room; two by two on a phone, where a line would be cut. */
const figures =
  '-my-1 min-w-0 gap-x-5 py-1.5 max-md:grid max-md:flex-1 max-md:grid-cols-2 md:flex md:overflow-x-auto md:whitespace-nowrap'

/** Figures of a page side by side; unfolded, each says what it consists of. */
export function StatStrip({ label, stats, isOpen, onToggle, detailsLabel }: Props) {
  return (
    <div className="flex max-w-full min-w-0 items-start gap-1 max-md:w-full md:shrink-0">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1) */}
      <dl aria-label={label} tabIndex={0} className={clsx(figures, isOpen && 'gap-y-1')}>
        {stats.map((stat) => (
          <div key={stat.label} className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-1.5">
            <dt className="text-xs text-ink-3">
              {stat.to ? (
                <Link
                  to={stat.to}
                  className="-my-1.5 inline-block py-1.5 underline-offset-3 hover:text-ink hover:underline"
                >
                  {stat.label}
                </Link>
              ) : (
                stat.label
              )}
            </dt>
            <dd className="text-sm font-semibold tabular-nums">{stat.value}</dd>
            {isOpen && <dd className="col-span-2 min-h-[1.4em] text-xs text-ink-3">{stat.note}</dd>}
          </div>
        ))}
      </dl>
      <button
        type="button"
        aria-label={detailsLabel}
        title={detailsLabel}
        aria-expanded={isOpen}
        onClick={onToggle}
        className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-8"
      >
        <ChevronDown
          size={14}
          aria-hidden="true"
          className={clsx('transition-transform duration-120', isOpen && 'rotate-180')}
        />
      </button>
    </div>
  )
}
