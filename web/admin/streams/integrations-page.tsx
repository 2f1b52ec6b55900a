import { admin } from '#web/messages/admin.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { ProvisioningPart } from '../scim/provisioning-part.tsx'
import { EventStreamsPart } from './event-streams-part.tsx'

/** What the organisation is connected to. */
export function IntegrationsPage() {
  return (
    <PageFrame title={admin.pages.integrations} lead={admin.integrationsLead}>
      <EventStreamsPart />
      <ProvisioningPart />
    </PageFrame>
  )
}
