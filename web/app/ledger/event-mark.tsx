import { CircleAlert, CircleDashed, CircleOff, ShieldCheck } from 'lucide-react'
import { formatCount } from '#web/lib/format.ts'
import { ledger } from '#web/messages/ledger.ts'
import type { ShownState } from './event-state.ts'

/** What this browser found out about one event: icon and word, never a colour alone. */
export function EventMark({ state }: { state: ShownState }) {
  if (!state) return <span className="text-ink-3">{ledger.states.checking}</span>
  const { look, Icon } = LOOK[state.state]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums ${look}`}>
      <Icon size={14} aria-hidden="true" />
      {state.state === 'verified' ? (
        <>
          <span className="sr-only">{ledger.states.verified} </span>
          {ledger.number(formatCount(state.index))}
        </>
      ) : (
        ledger.states[state.state]
      )}
    </span>
  )
}

const LOOK = {
  verified: { look: 'text-brand', Icon: ShieldCheck },
  pending: { look: 'text-ink-2', Icon: CircleDashed },
  unchecked: { look: 'text-ink-2', Icon: CircleOff },
  late: { look: 'text-danger', Icon: CircleAlert },
  changed: { look: 'text-danger', Icon: CircleAlert },
  not_included: { look: 'text-danger', Icon: CircleAlert },
} as const
