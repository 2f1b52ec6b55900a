import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { ContactRules } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '../../vault-context.ts'
import { useGrowthWrite } from '../use-growth-write.ts'
import { ChoiceTools } from './choice-tools.tsx'
import { ContactFilterRow } from './contact-filter-row.tsx'
import { readFilters, rulesOf } from './contact-filters.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { ContactTable } from './contact-table.tsx'
import { contactsQuery } from './contacts.queries.ts'
import { ImportDialog } from './import-dialog.tsx'

const OPENED = 'contact'

/** Contacts of the organisation. Filters, and which contact is open, are in the address. */
export function ContactsPart() {
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
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        <ContactTools rules={rules} />
      </div>
      {/* Another filter shows others: what was chosen among the former ones is chosen no longer. */}
      <ContactList key={JSON.stringify(rules)} rules={rules} onShow={show} />
      <ContactSheet id={parameters.get(OPENED)} onClose={() => show(null)} />
    </section>
  )
}

function ContactList({ rules, onShow }: { rules: ContactRules; onShow: (id: string) => void }) {
  const list = useInfiniteQuery(contactsQuery(useVault().contacts, rules))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const pages = list.data?.pages ?? []
  const shown = pages.flatMap((page) => page.contacts)
  // Who was deleted meanwhile, here or by somebody else, is not counted.
  const chosen = { ids: new Set(shown.filter(({ id }) => ids.has(id)).map(({ id }) => id)), onChange: setIds }
  return (
    <Card>
      <ContactFilterRow tags={pages[0]?.tags ?? []} />
      <ChoiceTools chosen={chosen} shown={shown} count={pages[0]?.count} />
      <ContactTable rules={rules} chosen={chosen} onShow={onShow} />
    </Card>
  )
}

function ContactTools({ rules }: { rules: ContactRules }) {
  const { contacts } = useVault()
  const [opened, setOpened] = useState<'import' | 'add' | null>(null)
  const close = () => setOpened(null)
  const save = useGrowthWrite(() => contacts.export(rules), {
    done: text.exported,
    failed: text.exportFailed,
    keys: [],
    onDone: (file) => void saveCsv('contacts.csv', file),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('import')}>
        <FileUp size={16} aria-hidden="true" />
        {text.import.open}
      </Button>
      <Button variant="outline" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
        {!save.isPending && <Download size={16} aria-hidden="true" />}
        {text.export}
      </Button>
      <Button onClick={() => setOpened('add')}>
        <UserPlus size={16} aria-hidden="true" />
        {text.form.add}
      </Button>
      <ImportDialog isOpen={opened === 'import'} onClose={close} />
      <Dialog isOpen={opened === 'add'} onClose={close} title={text.form.title} isGrowing>
        <ContactForm onDone={close} />
      </Dialog>
    </div>
  )
}
