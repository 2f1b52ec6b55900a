import { useQuery } from '@tanstack/react-query'
import type { ServiceStatus } from '#contract/status.ts'
import type { Health } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { StateMark, type StateTone } from '#web/ui/feedback/state-mark.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { OverviewSection } from '#web/parts/overview/overview-section.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { healthQuery } from './overview.queries.ts'

type Service = Health['services'][number]
type State = ServiceStatus | 'unknown' | 'error'

const STRIP_PX = 84
const text = admin.overview.health

const TONE: Record<State, StateTone> = {
  operational: 'good',
  degraded: 'warn',
  outage: 'bad',
  error: 'bad',
  maintenance: 'planned',
  unknown: 'none',
}

/** Each service as the probes found it; the database is asked by this page as well. */
export function HealthStrip() {
  const query = useQuery(healthQuery(useVault().team))
  return (
    <OverviewSection label={text.title} query={query} text={{ ...text, retry: admin.retry }} heightPx={STRIP_PX}>
      {({ services, doesDatabaseAnswer }) => (
        // Seven services, and no empty cell at either width.
        <HairlineGrid className="grid-cols-2 *:last:col-span-2 md:grid-cols-4">
          {services.map((service) => (
            <HealthCell
              key={service.id}
              service={service}
              state={service.id === 'database' && !doesDatabaseAnswer ? 'error' : (service.status ?? 'unknown')}
            />
          ))}
        </HairlineGrid>
      )}
    </OverviewSection>
  )
}

function HealthCell({ service, state }: { service: Service; state: State }) {
  const { id, uptime, responseTime, isSetUp } = service
  return (
    <div className="flex flex-col gap-1 bg-surface p-4">
      <Text tone="soft">{text.services[id]}</Text>
      {isSetUp ? (
        <StateMark tone={TONE[state]}>{text.state(state)}</StateMark>
      ) : (
        <StateMark tone="none">{text.notSetUp}</StateMark>
      )}
      {isSetUp && responseTime !== null && (
        <Text tone="hint" size="xs" className="tabular-nums">
          {text.answers(Math.round(responseTime))}
        </Text>
      )}
      {isSetUp && uptime !== null && (
        <Text tone="hint" size="xs" className="tabular-nums">
          {text.uptime(uptime)}
        </Text>
      )}
    </div>
  )
}
