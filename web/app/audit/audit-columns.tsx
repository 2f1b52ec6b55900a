import type { AuditEvent, AuditPerson } from '#web/lib/remote/vault-client.ts'
import { dateLocale } from '#web/lib/format.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { ledger } from '#web/messages/ledger.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { EventMark } from '../ledger/event-mark.tsx'
import type { ShownState, StateOf } from '../ledger/event-state.ts'
import { RiskBadge, StatusWord } from '#web/parts/audit/event-badges.tsx'
import { openColumn } from '#web/parts/list/paged-table.tsx'
import { actorName } from '#web/parts/audit/actor-name.ts'

type People = ReadonlyMap<string, AuditPerson>

/** The columns of the audit log; small screens keep the event, who did it, its time and its risk. */
export function auditColumns(
  names: People,
  stateOf: StateOf,
  onShow: (event: AuditEvent) => void,
): TableColumn<AuditEvent>[] {
  return [
    {
      id: 'time',
      header: auditWords.columns.time,
      from: 'sm',
      cell: (event) => (
        <time dateTime={event.created_at} title={event.created_at} className="whitespace-nowrap tabular-nums">
          {logTime(event)}
        </time>
      ),
    },
    {
      id: 'event',
      header: auditWords.columns.event,
      isFixed: true,
      cell: (event) => <EventCell event={event} names={names} state={stateOf(event.id)} />,
    },
    {
      id: 'category',
      header: auditWords.columns.category,
      from: 'lg',
      cell: ({ event_category }) => auditWords.categories[event_category] ?? event_category,
    },
    {
      id: 'user',
      header: auditWords.columns.user,
      from: 'lg',
      cell: (event) => {
        const person = event.user_id && names.get(event.user_id)
        return <Span title={person ? personLabel(person) : undefined}>{actorName(event, names)}</Span>
      },
    },
    {
      id: 'status',
      header: auditWords.columns.status,
      from: 'lg',
      cell: ({ status }) => <StatusWord status={status} />,
    },
    { id: 'risk', header: auditWords.columns.risk, cell: ({ risk_level }) => <RiskBadge risk={risk_level} /> },
    {
      id: 'ledger',
      header: ledger.column,
      from: 'sm',
      cell: ({ id }) => <EventMark state={stateOf(id)} />,
    },
    openColumn(
      {
        header: auditWords.columns.details,
        word: auditWords.view,
        label: (event) => auditWords.viewEvent(eventTitle(event), logTime(event)),
      },
      onShow,
    ),
  ]
}

/** What small screens leave out of the other columns stands below the event. */
function EventCell({ event, names, state }: { event: AuditEvent; names: People; state: ShownState }) {
  return (
    <>
      {eventTitle(event)}
      {event.event_type === 'user.deleted' && (
        <Span tone="hint" size="xs" className="block">
          {auditWords.withConsequences}
        </Span>
      )}
      <Span tone="soft" size="xs" className="block lg:hidden">
        {actorName(event, names)}
      </Span>
      <Span tone="hint" size="xs" className="block tabular-nums sm:hidden">
        {logTime(event)}
      </Span>
      <span className="block text-xs sm:hidden">
        <EventMark state={state} />
      </span>
    </>
  )
}

function logTime({ created_at }: AuditEvent): string {
  return new Date(created_at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Name and address, as far as there are any. */
export function personLabel({ userId, name, email }: AuditPerson): string {
  if (name && email) return `${name} (${email})`
  return name ?? email ?? auditWords.unnamed(userId)
}
