import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleHelp, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a service, a day or an incident is found in; `none` is no data. */
export type StateTone = 'good' | 'warn' | 'bad' | 'planned' | 'none'

const LOOK = {
  good: { text: 'text-brand', band: 'border-brand/25 bg-brand-tint text-brand', Icon: CircleCheck },
  warn: { text: 'text-warn', band: 'border-warn/25 bg-warn-tint text-warn', Icon: TriangleAlert },
  bad: { text: 'text-danger', band: 'border-danger/25 bg-danger-tint text-danger', Icon: CircleAlert },
  planned: { text: 'text-info', band: 'border-info/25 bg-info-tint text-info', Icon: Clock },
  none: { text: 'text-ink-2', band: 'border-line bg-sunken text-ink-2', Icon: CircleHelp },
}

/** A state as an icon and its word; never a colour alone. */
export function StateMark({ tone, children }: { tone: StateTone; children: ReactNode }) {
  const { text, Icon } = LOOK[tone]
  return (
    <span className={clsx('inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap', text)}>
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  )
}

type BandProps = { tone: StateTone; title: string; detail: ReactNode; children?: ReactNode }

/** The state of everything, over a page. The sentence is announced when it changes, the detail is not. */
export function StateBand({ tone, title, detail, children }: BandProps) {
  const { band, Icon } = LOOK[tone]
  return (
    <div className={clsx('rounded-lg border p-5 md:p-6', band)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon size={28} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <output className="block min-w-0 flex-1 basis-60 text-lg font-semibold text-balance md:text-2xl">
          {title}
        </output>
        <p className="text-sm tabular-nums">{detail}</p>
      </div>
      {children && <div className="mt-3 max-w-[68ch] text-base text-ink">{children}</div>}
    </div>
  )
}
