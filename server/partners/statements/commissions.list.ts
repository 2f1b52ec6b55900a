import { commissionList } from '#contract/partners/commissions-wire.ts'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import { equals } from '../../lists/conditions.ts'
import { declareList } from '../../lists/declared-list.ts'
import { OWN_COMMISSION_COLUMNS } from './statements.sql.ts'

/** Commissions of the organisation whose partners the caller manages. */
export const COMMISSIONS = declareList<RowOf<typeof commissionList>>()({
  wire: commissionList,
  table: 'partners.commissions',
  alias: 'c',
  scope: 'c.tenant_id = (select partners.managed())',
  joins: 'join partners.partners p on p.tenant_id = c.tenant_id and p.id = c.partner_id',
  columns: { ...OWN_COMMISSION_COLUMNS, partner: 'p.company' },
  conditions: { partner: equals('c.partner_id'), state: equals('c.state') },
  orders: { newest: { by: 'c.earned_on', type: 'date', direction: 'desc' } },
  pageRows: PARTNER_LIMITS.page,
})
