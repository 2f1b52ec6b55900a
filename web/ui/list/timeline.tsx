import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../feedback/badge.tsx'

/** What happened, one line each. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {children}
    </ul>
  )
}

type ItemProps = {
  Icon: LucideIcon
  time: string
  timeTitle?: string
  note?: ReactNode
  /** Marks what nobody has seen yet; the word goes with the colour. */
  newLabel?: string | undefined
  action?: ReactNode
  children: ReactNode
}

export function TimelineItem({ Icon, time, timeTitle, note, newLabel, action, children }: ItemProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <Icon
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={clsx('mt-0.5 shrink-0', newLabel ? 'text-copper' : 'text-ink-3')}
      />
      <div className="min-w-0 flex-1">
        <p className={clsx('flex flex-wrap items-center gap-x-2 wrap-anywhere', newLabel && 'font-semibold')}>
          {children}
          {newLabel && <Badge tone="copper">{newLabel}</Badge>}
        </p>
        {note && <p className="mt-0.5 text-xs wrap-anywhere text-ink-3">{note}</p>}
        {action && <div className="mt-1.5">{action}</div>}
      </div>
      <span title={timeTitle} className="shrink-0 text-xs leading-5 text-ink-3 tabular-nums">
        {time}
      </span>
    </li>
  )
}
