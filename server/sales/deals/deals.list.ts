import { DEAL_LIMITS, NO_OWNER, type StageKind } from '#contract/sales/deals.ts'
import { dealFile, dealList } from '#contract/sales/deals-wire.ts'
import { scoreOf } from '#contract/sales/score.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import type { Sendable } from '#contract/wire/wire-route.ts'
import { cases, contains, equals } from '../../lists/conditions.ts'
import { declareList } from '../../lists/declared-list.ts'
import { csvNames, dealCells } from './deal-csv.ts'

/** A deal with its score, where it is open. */
export type Deal = RowOf<typeof dealList>
/** A deal with what its score is made of. */
export type ReadDeal = Omit<Deal, 'score' | 'stage_since' | 'created_at'> & {
  stage_since: Date
  created_at: Date
  kind: StageKind
  asked_at: Date
  active_at: Date | null
  overdue_tasks: number
  planned_tasks: number
  quote_state: string | null
  consent: string | null
  wrote_at: Date | null
}

/** Deals of the organisation whose sales the caller manages; anybody else gets an error of `sales.managed`. Days are those of UTC. */
export const DEALS = declareList<ReadDeal>()({
  wire: dealList,
  table: 'sales.deals',
  alias: 'd',
  scope: 'd.tenant_id = (select sales.managed())',
  joins: `left join sales.contact_facts(array(select o.id from shown o where o.contact_id is not null)) f on f.deal_id = d.id
    cross join lateral (
      select count(*) filter (where t.due_on < (clock_timestamp() at time zone 'UTC')::date) as overdue,
             count(*) filter (where t.due_on >= (clock_timestamp() at time zone 'UTC')::date) as planned
      from sales.tasks t where t.deal_id = d.id and t.done_at is null) t`,
  columns: {
    id: 'd.id',
    stage_id: 'd.stage_id',
    title: 'd.title',
    contact_id: 'd.contact_id',
    contact_name: 'd.contact_name',
    contact_email: 'd.contact_email',
    contact_company: 'd.contact_company',
    amount_minor: 'd.amount_minor::float8',
    closes_on: 'd.closes_on::text',
    owner_id: 'd.owner_id',
    lost_reason: 'd.lost_reason',
    version: 'd.version',
    stage_since: 'd.stage_since',
    created_at: 'd.created_at',
    kind: '(select s.kind from sales.stages s where s.id = d.stage_id)',
    asked_at: 'clock_timestamp()',
    active_at: '(select max(e.at) from sales.deal_events e where e.deal_id = d.id)',
    overdue_tasks: 't.overdue::integer',
    planned_tasks: 't.planned::integer',
    quote_state: `(select q.status from sales.quotes q where q.tenant_id = d.tenant_id and q.deal_id = d.id and q.status <> 'replaced'
      order by q.created_at desc limit 1)`,
    consent: 'f.consent',
    wrote_at: 'f.wrote_at',
  },
  shape: scored,
  conditions: {
    search: contains('d.title', 'd.contact_name', 'd.contact_email', 'd.contact_company'),
    owner: cases({ [NO_OWNER]: 'd.owner_id is null' }, equals('d.owner_id')),
    stage: equals('d.stage_id'),
  },
  orders: { newest: { by: 'd.stage_since', type: 'timestamptz', direction: 'desc' } },
  pageRows: DEAL_LIMITS.page,
  file: {
    wire: dealFile,
    name: 'deals',
    record: 'select sales.record_export($1)',
    cells: async (as) => dealCells(await csvNames(as)),
  },
})

/** A deal as it is answered. */
function scored({ kind, asked_at: now, ...row }: ReadDeal): Sendable<Deal> {
  const { active_at, overdue_tasks, planned_tasks, quote_state, consent, wrote_at, ...deal } = row
  const facts = {
    amountMinor: deal.amount_minor,
    closesOn: deal.closes_on,
    stageSince: deal.stage_since,
    activeAt: active_at ?? deal.created_at,
    overdueTasks: overdue_tasks,
    plannedTasks: planned_tasks,
    quoteState: quote_state,
    consent,
    wroteAt: wrote_at,
  }
  return { ...deal, score: kind === 'open' ? scoreOf(facts, now) : null }
}
