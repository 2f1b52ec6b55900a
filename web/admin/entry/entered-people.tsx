import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import type { EnteredPerson } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { enteredPeople as text } from '#web/messages/tenant-entry.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useEntry } from './entry-context.ts'

const ROW_PX = 40

const stateOf = ({ removedAt, standing }: EnteredPerson): string =>
  removedAt === null ? text.states[standing] : text.states.removed

const columns = (): readonly TableColumn<EnteredPerson>[] => [
  {
    id: 'name',
    header: text.columns.name,
    cell: ({ name, email }) => <span className="wrap-anywhere">{name === '' ? email : name}</span>,
  },
  {
    id: 'email',
    header: text.columns.email,
    from: 'lg',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { id: 'roles', header: text.columns.roles, cell: ({ roles }) => roles.map(m.team.role).join(', ') },
  { id: 'state', header: text.columns.state, from: 'sm', cell: stateOf },
  {
    id: 'active',
    header: text.columns.active,
    from: 'lg',
    cell: ({ lastActiveAt: at }) => (at === null ? text.never : formatDateTime(new Date(at))),
  },
]

/** People of an entered organisation. Nothing here is changed: that asks for a fresh proof. */
export function EnteredPeople() {
  const entered = useEntry()
  const people = useQuery({
    queryKey: ['entered', 'people', entered?.entry.id],
    queryFn: async () => (await entered?.client.entered.people()) ?? [],
  })
  return (
    <EnglishArea>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead} />
      <CardSection aria-label={text.title} className="overflow-x-auto">
        <QueryView
          query={people}
          text={text}
          className="p-4"
          skeleton={<SkeletonRows label={text.loading} rows={5} rowHeight={ROW_PX} />}
        >
          {(rows) => <Table label={text.title} columns={columns()} rows={rows} rowId={({ id }) => id} />}
        </QueryView>
      </CardSection>
    </EnglishArea>
  )
}
