import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { policies } from '#web/messages/threats/policies.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { sharedPart } from '#web/parts/frame/shared-part.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sessions } from '../sessions/sessions.tsx'
import { DetectionDays } from './detection-days.tsx'
import { Detectors } from './detectors.tsx'
import { EnforcedNow } from './enforced-now.tsx'
import { Incidents } from './incidents.tsx'
import { ThreatFigures } from './threat-figures.tsx'

/** The state of the ledger, which the audit log shows as well. */
const LedgerCard = sharedPart('ledger')
/** A view that the address opens by a name: what it needs is not fetched for the first one. */
const Rules = lazyPart(async () => (await import('../rules/rules.tsx')).Rules)

const ROW_PX = 64

const VIEWS = ['threats', 'sessions', 'policies'] as const
type View = (typeof VIEWS)[number]

/**
 * Security of the organisation, for people who manage it: what was noticed, who is signed in, and the rules. Each part loads what it shows,
 * and is whole by itself; `ConfirmPersonDialog` asks for the password where the server wants it before something is changed. Which view is open is
 * in the address.
 */
export function ThreatsPage() {
  const [parameters] = useSearchParams()
  return (
    <PageFrame
      title={admin.pages.security}
      lead={parameters.has('view') ? undefined : threatsPage.lead}
      tabs={{
        label: policies.views.label,
        name: 'view',
        views: VIEWS.map((id) => ({ id, label: policies.views[id], panel: <Stack>{PANELS[id]}</Stack> })),
      }}
    />
  )
}

const Stack = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-5 md:gap-6">{children}</div>

const Later = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonRows label={m.common.loading} rows={4} rowHeight={ROW_PX} />}>{children}</Suspense>
)

const PANELS: Record<View, ReactNode> = {
  threats: (
    <>
      <Incidents />
      <EnforcedNow />
      <DetectionDays />
      <Detectors />
      <ThreatFigures />
      <LedgerCard />
    </>
  ),
  sessions: <Sessions />,
  policies: (
    <Later>
      <Rules />
    </Later>
  ),
}
