import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/clock.ts'
import type { Contact } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Span } from '#web/ui/layout/text.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { openColumn } from '#web/parts/list/paged-table.tsx'
import { ConsentMark } from './consent-mark.tsx'

/** One contact a row, newest first. */
export function contactColumns(onShow: (contact: Contact) => void): TableColumn<Contact>[] {
  const { columns } = text
  return [
    { id: 'email', header: columns.email, isFixed: true, cell: (contact) => <PersonCell contact={contact} /> },
    { id: 'company', header: columns.company, from: 'lg', cell: ({ company }) => company },
    { id: 'consent', header: columns.consent, from: 'sm', cell: ({ consent }) => <ConsentMark consent={consent} /> },
    { id: 'source', header: columns.source, from: 'lg', cell: ({ source }) => text.source(source) },
    { id: 'added', header: columns.added, from: 'lg', cell: ({ created_at }) => <Added at={new Date(created_at)} /> },
    openColumn({ header: columns.details, word: text.show, label: ({ email }) => text.showOne(email) }, onShow),
  ]
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
