import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { RoleGuard } from '#web/parts/rights/role-guard.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CommissionsPart } from './commissions/commissions-part.tsx'
import { PartnersPart } from './list/partners-part.tsx'
import { programmeQuery } from '#web/parts/partners/partners.queries.ts'
import { RegistrationsPart } from './registrations/registrations-part.tsx'

const TABS = ['partners', 'registrations', 'commissions'] as const
const ROW_PX = 40

/** Partners of the organisation, for who manages them. The tab, filters and which partner is open are in the address. */
export function PartnersPage() {
  return (
    <>
      <title>{m.common.pageTitle(admin.pages.partners)}</title>
      <PageHead title={admin.pages.partners} lead={text.lead} />
      <RoleGuard permission="manage_partners">
        <Parts />
      </RoleGuard>
    </>
  )
}

function Parts() {
  const [parameters, setParameters] = useSearchParams()
  // Who may be linked with a partner is decided on another page, a moment before perhaps.
  const programme = useQuery({ ...programmeQuery(useVault().partners), refetchOnMount: 'always' })
  const tab = TABS.find((one) => one === parameters.get('tab')) ?? 'partners'
  return (
    <QueryView
      query={programme}
      text={text}
      skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}
    >
      {(loaded) => (
        <Tabs
          label={admin.pages.partners}
          value={tab}
          onChange={(id) => setParameters(id === 'partners' ? {} : { tab: id })}
          tabs={[
            { id: 'partners', label: text.tabs.partners, panel: <PartnersPart programme={loaded} /> },
            { id: 'registrations', label: text.tabs.registrations, panel: <RegistrationsPart programme={loaded} /> },
            { id: 'commissions', label: text.tabs.commissions, panel: <CommissionsPart /> },
          ]}
        />
      )}
    </QueryView>
  )
}
