import type { PartnerState } from '#contract/partners/partners.ts'
import { formatCount } from '#web/lib/format.ts'
import type { Partner } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { openColumn } from '#web/parts/list/paged-table.tsx'
import { sums, tierName } from '#web/parts/partners/partner-words.ts'

const words = text.list
const TONE = { active: 'brand', paused: 'copper', ended: 'plain' } as const satisfies Record<PartnerState, string>

export function PartnerStateBadge({ state }: { state: PartnerState }) {
  return <Badge tone={TONE[state]}>{text.state(state)}</Badge>
}

/** One partner a row, newest first. */
export function partnerColumns(onShow: (partner: Partner) => void): TableColumn<Partner>[] {
  const { columns } = words
  const count = (figure: number) => <span className="tabular-nums">{formatCount(figure)}</span>
  return [
    { id: 'company', header: columns.company, isFixed: true, cell: (partner) => <CompanyCell partner={partner} /> },
    {
      id: 'tier',
      header: columns.tier,
      from: 'sm',
      cell: ({ tier_name: name, tier_preset: preset }) => tierName(name, preset),
    },
    { id: 'state', header: columns.state, from: 'sm', cell: ({ state }) => <PartnerStateBadge state={state} /> },
    { id: 'visits', header: columns.visits, from: 'lg', cell: ({ visits }) => count(visits) },
    {
      id: 'registrations',
      header: columns.registrations,
      from: 'lg',
      cell: ({ open_registrations: open }) => count(open),
    },
    {
      id: 'owed',
      header: columns.owed,
      from: 'lg',
      cell: ({ open_minor: owed }) => <span className="tabular-nums">{sums(owed) || '–'}</span>,
    },
    openColumn({ header: columns.details, word: words.show, label: ({ company }) => words.showOne(company) }, onShow),
  ]
}

/** What small screens leave out of the other columns is below the name. */
function CompanyCell({ partner: { company, contact_name: contact, state } }: { partner: Partner }) {
  return (
    <>
      <Span className="wrap-anywhere">{company}</Span>
      {contact && (
        <Span tone="soft" size="xs" className="block wrap-anywhere">
          {contact}
        </Span>
      )}
      <span className="mt-1 block sm:hidden">
        <PartnerStateBadge state={state} />
      </span>
    </>
  )
}
