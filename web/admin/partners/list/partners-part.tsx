import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, PanelRight, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { PARTNER_STATES } from '#contract/partners/partners.ts'
import type { Partner, PartnerRules, Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useArchive } from '#web/parts/action/use-archive.ts'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { choice } from '#web/parts/list/choice.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { ListCard } from '#web/parts/list/list-card.tsx'
import { rulesOf } from '#web/parts/list/filters.ts'
import { useFilters, useOpened } from '#web/parts/list/use-filters.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PartnerForm } from '../details/partner-form.tsx'
import { PartnerSheet } from '../details/partner-sheet.tsx'
import { partnerFilters } from '../partner-filters.ts'
import { tierName } from '#web/parts/partners/partner-words.ts'
import { PARTNERS_KEY, partnersQuery } from '#web/parts/partners/partners.queries.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { partnerColumns } from './partner-table.tsx'
import { TiersSheet } from './tiers-sheet.tsx'

const words = text.filters

/** Partners of the organisation. Filters, and which partner is open, are in the address. */
export function PartnersPart({ programme }: { programme: Programme }) {
  const filters = useFilters(partnerFilters)
  const rules = rulesOf(filters.values) as PartnerRules
  const { id, open } = useOpened('partner')
  const onOpen = ({ id: one }: Partner) => open(one)
  const actsOf = usePartnerActs(onOpen)
  const tiers = programme.tiers.map((tier) => [tier.id, tierName(tier.name, tier.preset)] as const)
  return (
    <section aria-label={text.tabs.partners} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.tabs.partners}</Heading>
        <Tools rules={rules} programme={programme} />
      </div>
      <ListCard
        name="partners"
        list={useInfiniteQuery(partnersQuery(useVault().partners, rules))}
        rowsOf={({ partners }) => partners}
        rowId={({ id: one }) => one}
        label={text.tabs.partners}
        words={{ ...text, ...text.list }}
        filters={filters}
        fields={[
          choice('state', words.state, { values: PARTNER_STATES, say: text.state }),
          { name: 'tier', label: words.tier, options: tiers, width: 'w-40' },
        ]}
        columns={partnerColumns(onOpen)}
        onOpen={onOpen}
        menu={{ nameOf: ({ company }) => company, actsOf }}
      />
      <PartnerSheet id={id} programme={programme} onClose={() => open(null)} />
    </section>
  )
}

/** Acts on one partner that need no details of it. */
function usePartnerActs(onOpen: (partner: Partner) => void) {
  const { partners } = useVault()
  const said = { ...text.list.archiving, failed: text.failedChange }
  const archive = useArchive((change) => partners.archive(change), said, [PARTNERS_KEY])
  return (partner: Partner) => {
    const { id, version } = partner
    const isArchived = partner.state !== 'ended'
    return [
      { label: text.list.show, Icon: PanelRight, onPress: () => onOpen(partner) },
      {
        label: isArchived ? text.list.archive : text.list.restore,
        Icon: isArchived ? Archive : ArchiveRestore,
        isDanger: isArchived,
        onPress: () => archive.set({ id, version, isArchived, name: partner.company }),
      },
    ]
  }
}

function Tools({ rules, programme }: { rules: PartnerRules; programme: Programme }) {
  const { partners } = useVault()
  const [opened, setOpened] = useState<'add' | 'tiers' | null>(null)
  useChosenAction('newPartner', () => setOpened('add'))
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('tiers')}>
        <Settings2 size={16} aria-hidden="true" />
        {text.tiers.open}
      </Button>
      <Reached line="GET /partners/v1/partners/export">
        <ExportButton
          label={text.export}
          read={() => partners.export(rules)}
          fileName="partners.csv"
          done={text.exported}
          failed={text.exportFailed}
        />
      </Reached>
      <Button onClick={() => setOpened('add')}>
        <Plus size={16} aria-hidden="true" />
        {text.form.add}
      </Button>
      <Dialog isOpen={opened === 'add'} onClose={close} title={text.form.title} isGrowing>
        <PartnerForm programme={programme} onDone={close} />
      </Dialog>
      <TiersSheet isOpen={opened === 'tiers'} programme={programme} onClose={close} />
    </div>
  )
}
