import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { ProvisioningPart } from '../scim/provisioning-part.tsx'
import { EventStreamsPart } from './event-streams-part.tsx'

/** What the organisation is connected to. */
export function IntegrationsPage() {
  return (
    <>
      <title>{m.common.pageTitle(admin.pages.integrations)}</title>
      <PageHead title={admin.pages.integrations} lead={admin.integrationsLead} />
      <EventStreamsPart />
      <ProvisioningPart />
    </>
  )
}
