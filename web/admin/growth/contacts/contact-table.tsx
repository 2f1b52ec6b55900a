import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/clock.ts'
import type { Contact, ContactRules } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { openColumn, PagedTable } from '#web/parts/list/paged-table.tsx'
import { ConsentMark } from './consent-mark.tsx'
import { contactsQuery } from './contacts.queries.ts'

export type Chosen = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
type Props = { rules: ContactRules; chosen: Chosen; onShow: (id: string) => void }

/** Contacts, newest first, as many as were asked for. */
export function ContactTable({ rules, chosen, onShow }: Props) {
  return (
    <PagedTable
      list={useInfiniteQuery(contactsQuery(useVault().contacts, rules))}
      rowsOf={({ contacts }) => contacts}
      label={text.title}
      words={text}
      isFiltered={Object.keys(rules).length > 0}
      columns={columnsOf({ chosen, onShow })}
      rowId={({ id }) => id}
      onOpen={({ id }) => onShow(id)}
    />
  )
}

function columnsOf({ chosen, onShow }: Pick<Props, 'chosen' | 'onShow'>): TableColumn<Contact>[] {
  const { columns } = text
  return [
    {
      id: 'choose',
      header: columns.choose,
      cell: (contact) => <ChooseBox contact={contact} chosen={chosen} />,
    },
    { id: 'email', header: columns.email, cell: (contact) => <PersonCell contact={contact} /> },
    { id: 'company', header: columns.company, from: 'lg', cell: ({ company }) => company },
    { id: 'consent', header: columns.consent, from: 'sm', cell: ({ consent }) => <ConsentMark consent={consent} /> },
    { id: 'source', header: columns.source, from: 'lg', cell: ({ source }) => text.source(source) },
    { id: 'added', header: columns.added, from: 'lg', cell: ({ created_at }) => <Added at={new Date(created_at)} /> },
    openColumn({ header: columns.details, word: text.show, label: ({ email }) => text.showOne(email) }, ({ id }) =>
      onShow(id),
    ),
  ]
}

function ChooseBox({ contact: { id, email }, chosen: { ids, onChange } }: { contact: Contact; chosen: Chosen }) {
  return (
    <BareCheckbox
      label={text.choose(email)}
      checked={ids.has(id)}
      // The row opens the details.
      onClick={(press) => press.stopPropagation()}
      onCheckedChange={(isOn) => {
        const next = new Set(ids)
        if (isOn) next.add(id)
        else next.delete(id)
        onChange(next)
      }}
    />
  )
}

/** What small screens leave out of the other columns is below the address. */
function PersonCell({ contact: { email, name, tags, consent } }: { contact: Contact }) {
  return (
    <>
      <Span className="wrap-anywhere">{name || email}</Span>
      {name && (
        <Span tone="soft" size="xs" className="block wrap-anywhere">
          {email}
        </Span>
      )}
      {tags.length > 0 && (
        <Span tone="hint" size="xs" className="block wrap-anywhere">
          {tags.join(' · ')}
        </Span>
      )}
      <span className="mt-1 block sm:hidden">
        <ConsentMark consent={consent} />
      </span>
    </>
  )
}

function Added({ at }: { at: Date }) {
  const now = useNow()
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at)} className="whitespace-nowrap tabular-nums">
      {formatTimeAgo(at, now)}
    </time>
  )
}
