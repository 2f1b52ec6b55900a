import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, TriangleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Badge } from '../feedback/badge.tsx'

/** How a thing is; `lacking` is switched off although it should not be, `none` cannot be had here. */
export type StateOfRow = 'good' | 'lacking' | 'attention' | 'off' | 'none'

const LOOK = {
  good: { tone: 'brand', color: 'text-brand', Icon: CircleCheck },
  lacking: { tone: 'copper', color: 'text-copper', Icon: CircleAlert },
  attention: { tone: 'warn', color: 'text-warn', Icon: TriangleAlert },
  off: { tone: 'plain', color: 'text-ink-3', Icon: CircleDashed },
  none: { tone: 'plain', color: 'text-ink-3', Icon: CircleMinus },
} as const

/** Things and how each of them is, one per hairline row. */
export function StateList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

type Props = {
  name: string
  /** What it is, or what to do about it: a line. */
  children: ReactNode
  /** Undefined while it is not known. */
  state: { is: StateOfRow; word: string } | undefined
  /** Beside the state. */
  note?: string | undefined
  /** Below the explanation: since when, how many. */
  fact?: ReactNode
  /** At the end of the row, on a phone below it. */
  action?: ReactNode
  /** What there is of it: a list, framed. */
  items?: ReactNode
  /** What needs the whole width: notices, choices. */
  more?: ReactNode
}

/** One thing: its name, how it is, what that means, and what can be done about it. */
export function StateRow({ name, children, state, note, fact, action, items, more }: Props) {
  const id = useId()
  const { tone, color, Icon } = LOOK[state?.is ?? 'off']
  return (
    <li aria-labelledby={id} className="px-4 py-3.5 text-sm">
      <div className="flex items-start gap-3">
        <Icon size={18} aria-hidden="true" className={clsx('mt-0.5 shrink-0', state ? color : 'text-transparent')} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
            <div className="min-w-0 flex-1 basis-72">
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <h2 id={id} className="font-semibold">
                  {name}
                </h2>
                {state && <Badge tone={tone}>{state.word}</Badge>}
                {note && <span className="text-xs text-ink-3 tabular-nums">{note}</span>}
              </div>
              <p className="mt-0.5 max-w-prose text-ink-2">{children}</p>
              {fact && <p className="mt-0.5 text-xs text-ink-3 tabular-nums">{fact}</p>}
            </div>
            {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
          </div>
          {more && <div className="mt-3 flex max-w-prose flex-col gap-3">{more}</div>}
          {items && <div className="mt-3 rounded-md border border-line *:border-t-0">{items}</div>}
        </div>
      </div>
    </li>
  )
}
