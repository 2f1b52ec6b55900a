import type { ReactNode } from 'react'
import { TENANT_PLANS } from '#contract/organisation/tenant-plans.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'

type Open = (tenant: Tenant) => void

/** One organisation a row; what can be done about it opens from there. */
export const tenantColumns = (onOpen: Open): readonly TableColumn<Tenant>[] => [
  {
    id: 'name',
    header: text.columns.name,
    isFixed: true,
    cell: (tenant) => <NameCell tenant={tenant} onOpen={onOpen} />,
  },
  { id: 'plan', header: text.columns.plan, from: 'sm', cell: ({ tier }) => TENANT_PLANS[tier].name },
  { id: 'people', header: text.columns.people, from: 'sm', cell: (tenant) => <PeopleCell tenant={tenant} /> },
  {
    id: 'stored',
    header: text.columns.stored,
    from: 'lg',
    cell: (tenant) => <Figure>{text.stored(tenant.bytes, tenant.limit_bytes)}</Figure>,
  },
  { id: 'state', header: text.columns.state, cell: ({ status }) => <TenantMark status={status} /> },
  { id: 'created', header: text.columns.created, from: 'lg', cell: ({ created_at: at }) => <CreatedCell at={at} /> },
]

function CreatedCell({ at }: { at: string }) {
  const now = useNow()
  return <Figure>{formatRelativeTime(new Date(at), now)}</Figure>
}

function NameCell({ tenant, onOpen }: { tenant: Tenant; onOpen: Open }) {
  const { name, owners, is_operator: isOperator, is_demo: isDemo } = tenant
  return (
    <div className="flex min-w-0 flex-col py-0.5 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-label={text.open(name)}
          className="cursor-pointer rounded-sm text-left font-semibold hover:underline"
          onClick={(event) => {
            event.stopPropagation()
            onOpen(tenant)
          }}
        >
          {name}
        </button>
        {isDemo && <Badge tone="copper">{admin.demo}</Badge>}
        {isOperator && <Badge>{text.own}</Badge>}
      </span>
      <Span tone="hint" size="xs">
        {owners.length > 0 ? owners.join(', ') : text.noOwner}
      </Span>
    </div>
  )
}

function PeopleCell({ tenant: { people, seats, invited } }: { tenant: Tenant }) {
  return (
    <Figure>
      {text.seats(people, seats)}
      {invited > 0 && (
        <Span tone="hint" size="xs" className="block">
          {text.invited(invited)}
        </Span>
      )}
    </Figure>
  )
}

function Figure({ children }: { children: ReactNode }) {
  return (
    <Span tone="soft" className="whitespace-nowrap tabular-nums">
      {children}
    </Span>
  )
}

export function TenantMark({ status }: Pick<Tenant, 'status'>) {
  return <StateMark tone={status === 'active' ? 'good' : 'bad'}>{text.states[status]}</StateMark>
}
