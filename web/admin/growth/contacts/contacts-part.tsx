import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, PanelRight, Tag, Trash2, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { CONSENTS, CONTACT_LIMITS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import { MAX_COUNTED } from '#contract/limits.ts'
import type { Contact, ContactRules } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { choice } from '#web/parts/list/choice.ts'
import { ExportButton } from '#web/parts/list/export-button.tsx'
import { useChosen } from '#web/parts/list/chosen/use-chosen.ts'
import type { FilterBarProps } from '#web/parts/list/filter-bar.tsx'
import { ListCard } from '#web/parts/list/list-card.tsx'
import { rowsIn } from '#web/parts/list/paged-table.tsx'
import { stepsFrom } from '#web/parts/list/row/row-panel.tsx'
import { type UsedFilters, useFilters, useOpened } from '#web/parts/list/use-filters.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { type Asked, ContactActs, ContactQuestions } from './choice-tools.tsx'
import { contactFilters, contactRules } from './contact-filters.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { contactColumns } from './contact-table.tsx'
import { contactsQuery } from './contacts.queries.ts'
import { ContactImportDialog } from './import-dialog.tsx'

const words = text.filters

/** Contacts of the organisation. Filters, and which contact is open, are in the address. */
export function ContactsPart() {
  const filters = useFilters(contactFilters)
  const rules = contactRules(filters.values)
  return (
    <section aria-label={text.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.title}</Heading>
        <ContactTools rules={rules} />
      </div>
      <ContactList filters={filters} rules={rules} />
    </section>
  )
}

const rowId = ({ id }: Contact) => id
const rowsOf = ({ contacts }: { contacts: readonly Contact[] }) => contacts

type ListProps = { filters: UsedFilters<typeof contactFilters>; rules: ContactRules }

function ContactList({ filters, rules }: ListProps) {
  const list = useInfiniteQuery(contactsQuery(useVault().contacts, rules))
  const { id: openId, idNow, open } = useOpened('contact')
  const onOpen = ({ id }: Contact) => open(id)
  const rows = rowsIn(list, rowsOf)
  const chosen = useChosen(rows, { rowId, filters: filters.query, max: CONTACT_LIMITS.chosen })
  const { tags = [], count } = list.data?.pages[0] ?? {}
  const [{ asked, ids }, setAsked] = useState<{ asked: Asked; ids: readonly string[] }>({ asked: null, ids: [] })
  const ask = (act: Asked, { id }: Contact) => setAsked({ asked: act, ids: [id] })
  const actsOf = (contact: Contact) => [
    { label: text.show, Icon: PanelRight, onPress: () => onOpen(contact) },
    { label: text.bulk.tag, Icon: Tag, onPress: () => ask('tag', contact) },
    ...(contact.tags.length > 0 ? [{ label: text.bulk.untag, Icon: X, onPress: () => ask('untag', contact) }] : []),
    { label: text.bulk.remove, Icon: Trash2, isDanger: true, onPress: () => ask('remove', contact) },
  ]
  return (
    <>
      <ListCard
        name="contacts"
        list={list}
        rowsOf={rowsOf}
        rowId={rowId}
        label={text.title}
        words={text}
        filters={filters}
        fields={fieldsOf(tags, filters.values.tag)}
        columns={contactColumns(onOpen)}
        onOpen={onOpen}
        openId={openId}
        choice={{
          chosen,
          nameOf: ({ email }) => email,
          count: countWords(count),
          acts: <ContactActs chosen={chosen} />,
        }}
        menu={{ nameOf: ({ email }) => email, actsOf }}
        panel={
          <ContactSheet
            id={openId}
            steps={stepsFrom(rows, { openId, idNow, rowId, onOpen })}
            onClose={() => open(null)}
          />
        }
      />
      <ContactQuestions asked={asked} ids={ids} onClose={() => setAsked({ asked: null, ids })} />
    </>
  )
}

/** Undefined while the list is not read. */
function countWords(count: number | undefined): string | undefined {
  if (count === undefined) return undefined
  return count > MAX_COUNTED ? text.countOver(MAX_COUNTED) : text.count(count)
}

/** @param chosenTag a tag of the address that no contact has any more can still be seen, and taken away */
function fieldsOf(tags: readonly string[], chosenTag: string): FilterBarProps<typeof contactFilters>['fields'] {
  const known = chosenTag === '' || tags.includes(chosenTag) ? tags : [chosenTag, ...tags]
  return [
    choice('consent', words.consent, { values: CONSENTS, say: text.consent }),
    choice('source', words.source, { values: CONTACT_SOURCES, say: text.source, width: 'w-36' }),
    choice('tag', words.tag, { values: known, say: String, width: 'w-32' }),
    { name: 'from', label: words.from, width: 'w-38' },
    { name: 'to', label: words.to, width: 'w-38' },
  ]
}

function ContactTools({ rules }: { rules: ContactRules }) {
  const { contacts } = useVault()
  const [opened, setOpened] = useState<'import' | 'add' | null>(null)
  useChosenAction('newContact', () => setOpened('add'))
  useChosenAction('importContacts', () => setOpened('import'))
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => setOpened('import')}>
        <FileUp size={16} aria-hidden="true" />
        {text.import.open}
      </Button>
      <Reached line="GET /growth/v1/contacts/export">
        <ExportButton
          label={text.export}
          read={() => contacts.export(rules)}
          fileName="contacts.csv"
          done={text.exported}
          failed={text.exportFailed}
        />
      </Reached>
      <Button onClick={() => setOpened('add')}>
        <UserPlus size={16} aria-hidden="true" />
        {text.form.add}
      </Button>
      <ContactImportDialog isOpen={opened === 'import'} onClose={close} />
      <Dialog isOpen={opened === 'add'} onClose={close} title={text.form.title} isGrowing>
        <ContactForm onDone={close} />
      </Dialog>
    </div>
  )
}
