import { useQuery } from '@tanstack/react-query'
import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime, midSentence } from '#web/lib/format.ts'
import { admin } from '#web/messages/admin.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { healthQuery } from './overview.queries.ts'
import { ActivityCard } from './activity-card.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { HealthStrip } from './health-strip.tsx'
import { OrganisationCard } from './organisation-card.tsx'
import { RunTestButton } from './run-test-button.tsx'
import { WaitsCard } from './waits-card.tsx'

const text = admin.overview

/** How the organisation and its server are: what the probes found, figures of the last days, and what needs somebody. */
export function OverviewPage() {
  const { can } = usePermissions()
  return (
    <PageFrame title={admin.pages.overview} facts={<CheckedAt />} action={<RunTestButton />}>
      <HealthStrip />
      <AlertsCard />
      <FigureStrip />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr] md:gap-5">
        {can('view_audit_logs') && <ActivityCard />}
        <div className="grid gap-4 md:gap-5">
          <WaitsCard />
          <OrganisationCard />
        </div>
      </div>
    </PageFrame>
  )
}

/** When the probes ran last. */
function CheckedAt() {
  const now = useNow()
  const { data } = useQuery(healthQuery(useVault().team))
  if (!data) return null
  return data.checkedAt === null
    ? text.notChecked
    : text.checked(midSentence(formatRelativeTime(new Date(data.checkedAt), now)))
}
