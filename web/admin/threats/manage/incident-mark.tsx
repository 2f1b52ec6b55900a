import type { IncidentState } from '#contract/threats.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { StateMark, type StateTone } from '#web/ui/feedback/state-mark.tsx'

const TONE: Record<IncidentState, StateTone> = { open: 'bad', investigating: 'warn', resolved: 'good' }

export function IncidentMark({ state }: { state: IncidentState }) {
  return <StateMark tone={TONE[state]}>{threatsPage.incidents.states[state]}</StateMark>
}
