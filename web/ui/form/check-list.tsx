import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** Checks that passed or did not, one per hairline row. */
export function CheckList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {children}
    </ul>
  )
}

type Props = {
  isPassed: boolean
  /** The outcome in a word: the icon alone never shows it. */
  state: string
  title: string
  note: string
  children: ReactNode
}

export function CheckItem({ isPassed, state, title, note, children }: Props) {
  const Icon = isPassed ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <Icon size={18} aria-hidden="true" className={clsx('mt-0.5 shrink-0', isPassed ? 'text-brand' : 'text-copper')} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <strong className="font-semibold">{title}</strong>
            <span className={clsx('ml-2', isPassed ? 'text-brand' : 'text-copper')}>{state}</span>
          </span>
          <span className="text-xs text-ink-3 tabular-nums">{note}</span>
        </p>
        <p className="mt-0.5 max-w-prose text-ink-2">{children}</p>
      </div>
    </li>
  )
}
