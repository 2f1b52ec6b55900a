import { useQuery } from '@tanstack/react-query'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { FleetDevice } from '#web/lib/remote/vault-client.ts'
import { devices as words } from '#web/messages/devices.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Address } from '#web/ui/layout/address.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StateBadge } from './device-row.tsx'
import { PauseNotice } from './pause-notice.tsx'
import { fleetQuery } from './devices.queries.ts'

const text = words.fleet
const ROW_PX = 40

const columns = (): readonly TableColumn<FleetDevice>[] => [
  { id: 'name', header: text.name, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    id: 'owner',
    header: text.owner,
    cell: ({ ownerEmail }) => (
      <span className="wrap-anywhere">
        <Address email={ownerEmail} />
      </span>
    ),
    from: 'sm',
  },
  { id: 'state', header: text.state, cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'suite', header: text.suite, cell: ({ suite }) => words.suites[suite], from: 'lg' },
  {
    id: 'seen',
    header: text.seen,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? words.neverSeen : formatShortDateTime(new Date(lastSeenAt))),
    from: 'lg',
  },
]

/** The devices of everybody in the organisation: names and states, and nothing of what they send. */
export function FleetSection() {
  const fleet = useQuery(fleetQuery(useVault().devices))
  const paused = (fleet.data ?? []).filter(({ pause }) => pause !== null)
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      {paused.map(({ id, pause, name, ownerEmail }) => (
        <PauseNotice key={id} pause={pause} name={text.nameOf(name, ownerEmail)} />
      ))}
      <Card>
        <QueryView
          query={fleet}
          text={words}
          className="p-4"
          skeleton={<SkeletonRows label={words.loading} rows={3} rowHeight={ROW_PX} />}
        >
          {(devices) =>
            devices.length === 0 ? (
              <EmptyState isLine title={text.empty} text="" seed={text.empty} />
            ) : (
              <Table label={text.title} columns={columns()} rows={devices} rowId={({ id }) => id} />
            )
          }
        </QueryView>
      </Card>
    </section>
  )
}
