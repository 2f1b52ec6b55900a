import { useQuery } from '@tanstack/react-query'
import { admin } from '#web/messages/admin.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { PageTabs } from '#web/parts/frame/page-tabs.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CommissionsPart } from './commissions/commissions-part.tsx'
import { PartnersPart } from './list/partners-part.tsx'
import { programmeQuery } from '#web/parts/partners/partners.queries.ts'
import { RegistrationsPart } from './registrations/registrations-part.tsx'

const ROW_PX = 40

/** Partners of the organisation, for who manages them. The tab, filters and which partner is open are in the address. */
export function PartnersPage() {
  return (
    <PageFrame title={admin.pages.partners} lead={text.lead}>
      <Parts />
    </PageFrame>
  )
}

function Parts() {
  // Who may be linked with a partner is decided on another page, a moment before perhaps.
  const programme = useQuery({ ...programmeQuery(useVault().partners), refetchOnMount: 'always' })
  return (
    <QueryView
      query={programme}
      text={text}
      skeleton={<SkeletonRows label={text.loading} rows={8} rowHeight={ROW_PX} />}
    >
      {(loaded) => (
        <PageTabs
          label={admin.pages.partners}
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
