import { m } from '#web/messages/app.ts'
import { threatsPage } from '#web/messages/threats-page.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RoleGuard } from '../../organisation/roles/role-guard.tsx'
import { ConfirmPersonDialog } from '../../security/protection/confirm-person-dialog.tsx'
import { DetectionDays } from './detection-days.tsx'
import { Detectors } from './detectors.tsx'
import { EnforcedNow } from './enforced-now.tsx'
import { Incidents } from './incidents.tsx'
import { ThreatFigures } from './threat-figures.tsx'

/**
 * What was noticed in the organisation, for people who manage its security. Each part loads what it shows, and is whole by itself;
 * `ConfirmPersonDialog` asks for the password where the server wants it before something is lifted or tuned.
 */
export function ThreatsPage() {
  return (
    <>
      <title>{m.common.pageTitle(m.shell.threats)}</title>
      <div>
        <Heading as="h1" look="page">
          {m.shell.threats}
        </Heading>
        <Text tone="soft" className="mt-1 max-w-prose">
          {threatsPage.lead}
        </Text>
      </div>
      <RoleGuard permission="manage_security">
        <Incidents />
        <EnforcedNow />
        <DetectionDays />
        <Detectors />
        <ThreatFigures />
        <ConfirmPersonDialog />
      </RoleGuard>
    </>
  )
}
