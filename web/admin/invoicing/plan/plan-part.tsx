import type { ReactNode } from 'react'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { BillingAccount } from '#web/lib/remote/vault-client.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Meter } from '#web/ui/feedback/progress.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { RequestsCard } from './requests-card.tsx'

const { agreed, usage } = text
const FULL = 0.9

/** What is agreed, what of it is used, and what may be asked for. */
export function PlanPart({ account }: { account: BillingAccount }) {
  const { used } = account
  const most = account.limits?.bytes ?? null
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <CardSection aria-label={agreed.title} className="flex flex-col gap-3 p-4">
          <Heading>{agreed.title}</Heading>
          <FactList facts={agreedOf(account)} />
        </CardSection>
        <CardSection aria-label={usage.title} className="flex flex-col gap-3 p-4">
          <Heading>{usage.title}</Heading>
          <FactList
            facts={[
              [usage.stored, <Stored key="stored" bytes={used.bytes} most={most} />],
              [usage.files, <Figure key="files" value={formatCount(used.files)} from={usage.filesText} />],
              [usage.devices, <Figure key="devices" value={formatCount(used.devices)} from={usage.devicesText} />],
              [usage.streams, <Figure key="streams" value={formatCount(used.streams)} from={usage.streamsText} />],
            ]}
          />
        </CardSection>
      </div>
      <RequestsCard account={account} />
    </div>
  )
}

function agreedOf({
  plan,
  status,
  term,
  add_ons: addOns,
  used,
  ...account
}: BillingAccount): (readonly [string, ReactNode])[] {
  const { seats = TENANT_PLANS[plan].seats } = account
  const price = (
    <Figure
      key="price"
      value={
        <TextLink to="/pricing" reloadDocument>
          {agreed.contactSales}
        </TextLink>
      }
      from={agreed.priceText}
    />
  )
  return [
    [agreed.plan, TENANT_PLANS[plan].name],
    [
      agreed.seats,
      <Seats
        key="seats"
        people={used.people}
        invited={used.invited}
        seats={seats}
        isSet={(account.limits?.people ?? null) !== null}
      />,
    ],
    [agreed.term, term === null ? agreed.noTerm : text.term(term)],
    [agreed.addOns, addOns.length === 0 ? text.none : addOns.map(text.addOn).join(', ')],
    [agreed.state, agreed.stateOf(status)],
    [agreed.price, price],
  ]
}

type SeatsProps = { people: number; invited: number; seats: number | null; isSet: boolean }

function Seats({ people, invited, seats, isSet }: SeatsProps) {
  const share = seats === null ? 0 : Math.min(1, (people + invited) / seats)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-semibold text-ink tabular-nums">{agreed.used(people, seats)}</p>
      {seats !== null && <Meter label={agreed.seats} value={share} tone={share >= FULL ? 'attention' : 'normal'} />}
      {invited > 0 && (
        <Text tone="hint" size="xs">
          {agreed.invited(invited)}
        </Text>
      )}
      {isSet && (
        <Text tone="hint" size="xs">
          {agreed.limitSet}
        </Text>
      )}
    </div>
  )
}

function Stored({ bytes, most }: { bytes: number; most: number | null }) {
  if (most === null) return <Figure value={formatBytes(bytes)} from={usage.storedText} />
  const share = most === 0 ? 1 : Math.min(1, bytes / most)
  return (
    <div className="flex flex-col gap-1.5">
      <Figure value={usage.storedOf(formatBytes(bytes), formatBytes(most))} from={agreed.limitSet} />
      <Meter label={usage.stored} value={share} tone={share >= FULL ? 'attention' : 'normal'} />
    </div>
  )
}

/** A figure with where it comes from. */
function Figure({ value, from }: { value: ReactNode; from: string }) {
  return (
    <div>
      <p className="font-semibold text-ink tabular-nums">{value}</p>
      <Text tone="hint" size="xs">
        {from}
      </Text>
    </div>
  )
}
