import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { partnerFile, partnerList } from '#contract/partners/partners-wire.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import { contains, equals } from '../../lists/conditions.ts'
import { declareList } from '../../lists/declared-list.ts'
import { PARTNER_CELLS } from './partner-csv.ts'

/** Partners of the organisation that the caller manages them for; anybody else gets an error of `partners.managed`. */
export const PARTNERS = declareList<RowOf<typeof partnerList>>()({
  wire: partnerList,
  table: 'partners.partners',
  alias: 'p',
  scope: 'p.tenant_id = (select partners.managed())',
  joins: 'join partners.tiers t on t.tenant_id = p.tenant_id and t.id = p.tier_id',
  columns: {
    id: 'p.id',
    tier_id: 'p.tier_id',
    tier_preset: 't.preset',
    tier_name: 't.name',
    company: 'p.company',
    contact_name: 'p.contact_name',
    contact_email: 'p.contact_email',
    state: 'p.state',
    notes: 'p.notes',
    account_id: 'p.account_id',
    version: 'p.version',
    created_at: 'p.created_at',
    visits: `(select coalesce(sum(v.visit_count), 0)::float8 from partners.links l
      join partners.visits v on v.link_id = l.id and v.tenant_id = l.tenant_id where l.tenant_id = p.tenant_id and l.partner_id = p.id)`,
    open_registrations: `(select count(*)::integer from partners.registrations r
      where r.tenant_id = p.tenant_id and r.partner_id = p.id and r.state in ('registered', 'approved') and r.expires_on >= partners.today())`,
    open_minor: `(select coalesce(jsonb_object_agg(c.currency, c.minor), '{}')
      from (select c.currency, sum(c.amount_minor)::float8 as minor from partners.commissions c
            where c.tenant_id = p.tenant_id and c.partner_id = p.id and c.state = 'open' group by c.currency) c)`,
  },
  conditions: {
    search: contains('p.company', 'p.contact_name', 'p.contact_email'),
    state: equals('p.state'),
    tier: equals('p.tier_id'),
  },
  orders: {
    newest: { by: 'p.created_at', type: 'timestamptz', direction: 'desc' },
    company: { by: 'p.company', type: 'text', direction: 'asc' },
  },
  pageRows: PARTNER_LIMITS.page,
  file: {
    wire: partnerFile,
    name: 'partners',
    record: 'select partners.record_export($1)',
    cells: () => PARTNER_CELLS,
  },
})
