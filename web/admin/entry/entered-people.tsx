import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import type { ListedPerson, PeoplePage } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { enteredPeople as text } from '#web/messages/tenant-entry.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Address } from '#web/ui/layout/address.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { PagedTable } from '#web/parts/list/paged-table.tsx'
import { pagesQuery } from '#web/parts/query/pages-query.ts'
import { useEntry } from './entry-context.ts'

const stateOf = ({ removed_at: removedAt, standing }: ListedPerson): string =>
  removedAt === null ? text.states[standing] : text.states.removed

const columns = (): readonly TableColumn<ListedPerson>[] => [
  {
    id: 'name',
    header: text.columns.name,
    cell: ({ name, email }) => <span className="wrap-anywhere">{name === '' ? email : name}</span>,
  },
  {
    id: 'email',
    header: text.columns.email,
    from: 'lg',
    cell: ({ email }) => (
      <span className="wrap-anywhere">
        <Address email={email} />
      </span>
    ),
  },
  { id: 'roles', header: text.columns.roles, cell: ({ roles }) => roles.map(m.team.role).join(', ') },
  { id: 'state', header: text.columns.state, from: 'sm', cell: stateOf },
  {
    id: 'active',
    header: text.columns.active,
    from: 'lg',
    cell: ({ last_active_at: at }) => (at === null ? text.never : formatDateTime(new Date(at))),
  },
]

/** People of an entered organisation. Nothing here is changed: that asks for a fresh proof. */
export function EnteredPeople() {
  const entered = useEntry()
  const people = useInfiniteQuery({
    ...pagesQuery(
      ['entered', 'people', entered?.entry.id],
      async (after, { signal }): Promise<Pick<PeoplePage, 'people' | 'after'>> => {
        return (await entered?.client.people.list({}, { after, signal })) ?? { people: [], after: null }
      },
    ),
  })
  return (
    <EnglishArea>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title} lead={text.lead} />
      <CardSection aria-label={text.title} className="overflow-x-auto">
        <PagedTable
          list={people}
          rowsOf={(page) => page.people}
          label={text.title}
          words={text}
          isFiltered={false}
          columns={columns()}
          rowId={({ id }) => id}
        />
      </CardSection>
    </EnglishArea>
  )
}
