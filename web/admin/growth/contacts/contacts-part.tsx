import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { CONSENTS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import type { ContactRules } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { FilterBar } from '#web/parts/list/filter-bar.tsx'
import { type UsedFilters, useFilters, useOpened } from '#web/parts/list/use-filters.ts'
import { ChoiceTools } from './choice-tools.tsx'
import { contactFilters, contactRules } from './contact-filters.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { ContactTable } from './contact-table.tsx'
import { contactsQuery } from './contacts.queries.ts'
import { ImportDialog } from './import-dialog.tsx'

const words = text.filters

/** Contacts of the organisation. Filters, and which contact is open, are in the address. */
export function ContactsPart() {
  const filters = useFilters(contactFilters)
  const rules = contactRules(filters.values)
  const { id, open } = useOpened('contact')
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        <ContactTools rules={rules} />
      </div>
      {/* Another filter shows others: what was chosen among the former ones is chosen no longer. */}
      <ContactList key={JSON.stringify(rules)} filters={filters} rules={rules} onShow={open} />
      <ContactSheet id={id} onClose={() => open(null)} />
    </section>
  )
}

type ListProps = { filters: UsedFilters<typeof contactFilters>; rules: ContactRules; onShow: (id: string) => void }

function ContactList({ filters, rules, onShow }: ListProps) {
  const list = useInfiniteQuery(contactsQuery(useVault().contacts, rules))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const pages = list.data?.pages ?? []
  const shown = pages.flatMap((page) => page.contacts)
  // Who was deleted meanwhile, here or by somebody else, is not counted.
  const chosen = { ids: new Set(shown.filter(({ id }) => ids.has(id)).map(({ id }) => id)), onChange: setIds }
  const tags = pages[0]?.tags ?? []
  const { tag } = filters.values
  // One of the address that no contact has any more can still be seen, and taken away.
  const known = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <Card>
      <FilterBar
        filters={filters}
        words={words}
        fields={[
          {
            name: 'consent',
            label: words.consent,
            options: CONSENTS.map((one) => [one, text.consent(one)]),
            width: 'w-40',
          },
          {
            name: 'source',
            label: words.source,
            options: CONTACT_SOURCES.map((one) => [one, text.source(one)]),
            width: 'w-36',
          },
          { name: 'tag', label: words.tag, options: known.map((one) => [one, one]), width: 'w-32' },
          { name: 'from', label: words.from, width: 'w-38' },
          { name: 'to', label: words.to, width: 'w-38' },
        ]}
        className="p-4"
      />
      <ChoiceTools chosen={chosen} shown={shown} count={pages[0]?.count} />
      <ContactTable rules={rules} chosen={chosen} onShow={onShow} />
    </Card>
  )
}

function ContactTools({ rules }: { rules: ContactRules }) {
  const { contacts } = useVault()
  const [opened, setOpened] = useState<'import' | 'add' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('import')}>
        <FileUp size={16} aria-hidden="true" />
        {text.import.open}
      </Button>
      <ExportButton
        label={text.export}
        read={() => contacts.export(rules)}
        fileName="contacts.csv"
        done={text.exported}
        failed={text.exportFailed}
      />
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
