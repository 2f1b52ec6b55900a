import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { registrationList } from '#contract/partners/registrations-wire.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import { cases, equals } from '../../lists/conditions.ts'
import { declareList } from '../../lists/declared-list.ts'
import { OWN_REGISTRATION_COLUMNS } from './registrations.sql.ts'

const IS_OPEN = `r.state in ('registered', 'approved')`

/** Customers that partners registered, of the organisation whose partners the caller manages. */
export const REGISTRATIONS = declareList<RowOf<typeof registrationList>>()({
  wire: registrationList,
  table: 'partners.registrations',
  alias: 'r',
  scope: 'r.tenant_id = (select partners.managed())',
  joins: `join partners.partners p on p.tenant_id = r.tenant_id and p.id = r.partner_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('partner', q.company, 'state', o.state) order by o.state, o.created_at) as conflicts
      from partners.registrations o join partners.partners q on q.tenant_id = o.tenant_id and q.id = o.partner_id
      where ${IS_OPEN} and r.expires_on >= partners.today() and o.tenant_id = r.tenant_id and o.domain = r.domain and o.id <> r.id
        and o.state in ('registered', 'approved') and o.expires_on >= partners.today()) o on true`,
  columns: {
    ...OWN_REGISTRATION_COLUMNS,
    partner_id: 'r.partner_id',
    partner: 'p.company',
    conflicts: `coalesce(o.conflicts, '[]')`,
  },
  conditions: {
    partner: equals('r.partner_id'),
    state: cases(
      {
        open: `${IS_OPEN} and r.expires_on >= partners.today()`,
        expired: `${IS_OPEN} and r.expires_on < partners.today()`,
      },
      equals('r.state'),
    ),
  },
  orders: { newest: { by: 'r.created_at', type: 'timestamptz', direction: 'desc' } },
  pageRows: PARTNER_LIMITS.page,
})
