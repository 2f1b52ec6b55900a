import { useQuery } from '@tanstack/react-query'
import type { Waits } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { waitsQuery } from './overview.queries.ts'

const ROW_PX = 52
const text = admin.overview.waits

/** Trouble of the product itself, which the alerts above say. */
type Alerted = 'incidents' | 'checks' | 'storage' | 'disks' | 'unwitnessed'
type Kind = Exclude<keyof Waits, Alerted>

/** Where each of them is settled. */
const PLACES: Record<Kind, string> = {
  streams: '/admin/integrations',
  // Holders answer there, whichever role they have.
  recoveries: '/dashboard/team',
  invitations: '/admin/users',
  expiring: '/admin/users',
  reviews: '/admin/reviews',
  roles: '/admin/users',
  guests: '/admin/users?guests=only',
  keys: '/admin/users',
  certificates: '/admin/compliance',
}

/** What only a person can settle, each with the page where that is done. */
export function WaitsCard() {
  const query = useQuery(waitsQuery(useVault().team))
  return (
    <CardSection aria-label={text.title}>
      <Heading className="p-4">{text.title}</Heading>
      <QueryView
        query={query}
        text={{ failed: text.failed, retry: admin.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={2} rowHeight={ROW_PX} />}
        className="p-4"
      >
        {(waits) => <Rows waits={waits} />}
      </QueryView>
    </CardSection>
  )
}

function Rows({ waits }: { waits: Waits }) {
  const found = (Object.keys(PLACES) as Kind[]).filter((kind) => (waits[kind] ?? 0) > 0)
  if (found.length === 0) return <EmptyState isLine seed={text.none} title={text.none} text={text.noneText} />
  return (
    <PlainRows label={text.title}>
      {found.map((kind) => {
        const what = text[kind](waits[kind] ?? 0)
        return (
          <PlainRow
            key={kind}
            action={
              <Reached page={PLACES[kind]}>
                <TextLink to={PLACES[kind]} aria-label={text.openOf(what)}>
                  {text.open}
                </TextLink>
              </Reached>
            }
          >
            {what}
          </PlainRow>
        )
      })}
    </PlainRows>
  )
}
