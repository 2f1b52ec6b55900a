import { useSearchParams } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { contacts } from '#web/messages/growth/contacts.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { AudiencesPart } from './audiences/audiences-part.tsx'
import { ContactsPart } from './contacts/contacts-part.tsx'
import { FormsPart } from './forms/forms-part.tsx'

const TABS = ['contacts', 'audiences', 'forms'] as const

/** Whom the organisation knows outside, for who manages its growth. The tab is in the address. */
export function MarketingPage() {
  return (
    <>
      <title>{m.common.pageTitle(admin.pages.marketing)}</title>
      <PageHead title={admin.pages.marketing} lead={admin.marketingLead} />
      <RoleGuard permission="manage_growth">
        <Parts />
      </RoleGuard>
    </>
  )
}

function Parts() {
  const [parameters, setParameters] = useSearchParams()
  const tab = TABS.find((one) => one === parameters.get('tab')) ?? 'contacts'
  return (
    <Tabs
      label={admin.pages.marketing}
      value={tab}
      onChange={(id) => setParameters(id === 'contacts' ? {} : { tab: id })}
      tabs={[
        { id: 'contacts', label: contacts.title, panel: <ContactsPart /> },
        { id: 'audiences', label: newsletters.audiences.title, panel: <AudiencesPart /> },
        { id: 'forms', label: newsletters.forms.title, panel: <FormsPart /> },
      ]}
    />
  )
}
