import type { ServiceStatus } from '#contract/status.ts'
import type { StateTone } from '#web/ui/feedback/state-mark.tsx'

const TONE: Record<ServiceStatus, StateTone> = {
  operational: 'good',
  degraded: 'warn',
  outage: 'bad',
  maintenance: 'planned',
}

/** Grey where nothing is known. */
export const toneOf = (status: ServiceStatus | null): StateTone => (status ? TONE[status] : 'none')

/** In UTC, as the days of the bars and the times in the texts of incidents. */
export const timeText = (iso: string): string =>
  `${new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
