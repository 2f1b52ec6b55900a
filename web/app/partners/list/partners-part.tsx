import { Download, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { PartnerRules, Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useGrowthWrite } from '../../growth/use-growth-write.ts'
import { useVault } from '../../vault-context.ts'
import { PartnerForm } from '../details/partner-form.tsx'
import { PartnerSheet } from '../details/partner-sheet.tsx'
import { readFilters, rulesOf } from '../partner-filters.ts'
import { PartnerFilterRow } from './partner-filter-row.tsx'
import { PartnerTable } from './partner-table.tsx'
import { TiersSheet } from './tiers-sheet.tsx'

const OPENED = 'partner'

/** Partners of the organisation. Filters, and which partner is open, are in the address. */
export function PartnersPart({ programme }: { programme: Programme }) {
  const [parameters, setParameters] = useSearchParams()
  const rules = rulesOf(readFilters(parameters))
  const show = (id: string | null) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === null) next.delete(OPENED)
      else next.set(OPENED, id)
      return next
    })
  return (
    <section aria-label={text.tabs.partners} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.tabs.partners}</Heading>
        <Tools rules={rules} programme={programme} />
      </div>
      <PartnerFilterRow programme={programme} />
      <Card>
        <PartnerTable rules={rules} onShow={show} />
      </Card>
      <PartnerSheet id={parameters.get(OPENED)} programme={programme} onClose={() => show(null)} />
    </section>
  )
}

function Tools({ rules, programme }: { rules: PartnerRules; programme: Programme }) {
  const { partners } = useVault()
  const [opened, setOpened] = useState<'add' | 'tiers' | null>(null)
  const close = () => setOpened(null)
  const save = useGrowthWrite(() => partners.export(rules), {
    done: text.exported,
    failed: text.exportFailed,
    keys: [],
    onDone: (file) => void saveCsv('partners.csv', file),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('tiers')}>
        <Settings2 size={16} aria-hidden="true" />
        {text.tiers.open}
      </Button>
      <Button variant="outline" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
        {!save.isPending && <Download size={16} aria-hidden="true" />}
        {text.export}
      </Button>
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
