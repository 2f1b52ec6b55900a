import type { dealList, readDeal as readRoute } from '#contract/sales/deals-wire.ts'
import type { RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered, Sendable } from '#contract/wire/wire-route.ts'
import { conditionsOf } from '../../lists/conditions.ts'
import type { As } from '../../lists/declared-list.ts'
import { listRow, orderedBy, rowOf, shownRows } from '../../lists/list-rows.ts'
import { DEALS, type ReadDeal } from './deals.list.ts'

type Details = Answered<typeof readRoute>

/** The first deals of each stage, and one more where there are further ones; those that came into it last first. */
export async function listBoard({ database, caller }: As, rules: RulesOf<typeof dealList>) {
  const values: unknown[] = [DEALS.pageRows + 1]
  const conditions = conditionsOf(DEALS.conditions, rules, values).map((one) => ` and ${one}`)
  const { rows } = await database.oneAsCaller<ReadDeal & { list_place: string }>(caller, {
    text: `with shown as materialized (
             select d.* from sales.stages s
             cross join lateral (select d.* from sales.deals d where d.tenant_id = s.tenant_id and d.stage_id = s.id${conditions.join('')}
                                 ${orderedBy(DEALS, 'newest')} limit $1) d
             where s.tenant_id = (select sales.managed()))
           ${shownRows(DEALS, 'newest')}`,
    values,
  })
  return rows.map((row) => listRow(DEALS, row))
}

export async function countBoard({ database, caller }: As, rules: RulesOf<typeof dealList>) {
  const values: unknown[] = []
  const { rows } = await database.oneAsCaller<{ stage_id: string; count: number; amount_minor: number }>(caller, {
    text: `select d.stage_id, count(*)::integer as count, coalesce(sum(d.amount_minor), 0)::float8 as amount_minor
           from sales.deals d where ${[DEALS.scope, ...conditionsOf(DEALS.conditions, rules, values)].join(' and ')} group by d.stage_id`,
    values,
  })
  return rows
}

/** Everything about one deal: the newest of what happened with it, its notes, its tasks and its quotes. */
export async function readDeal(as: As, id: string): Promise<Sendable<Details> | undefined> {
  const deal = await rowOf(DEALS, as, id)
  if (!deal) return undefined
  return as.database.asCaller(as.caller, async (db) => {
    const { rows: events } = await db.query<Sendable<Details['events'][number]>>({
      text: `select e.id::text, e.at, e.kind, e.details, e.user_id from sales.deal_events e
             where e.deal_id = $1 order by e.id desc limit 200`,
      values: [id],
    })
    const { rows: notes } = await db.query<Sendable<Details['notes'][number]>>({
      text: `select n.id, n.body, n.author_id, n.created_at from sales.notes n where n.deal_id = $1
             order by n.created_at desc, n.id limit 500`,
      values: [id],
    })
    const { rows: tasks } = await db.query<Sendable<Details['tasks'][number]>>({
      text: `select t.id, t.title, t.due_on::text as due_on, t.doer_id, t.done_at from sales.tasks t where t.deal_id = $1
             order by t.done_at desc nulls first, t.due_on nulls last, t.created_at limit 300`,
      values: [id],
    })
    const { rows: quotes } = await db.query<Sendable<Details['quotes'][number]>>({
      text: `select q.id, q.status, q.year, q.number, q.revision, q.currency, q.total_minor::float8 as total_minor, q.valid_on::text as valid_on,
                    q.version, q.sent_at, q.created_at
             from sales.quotes q where q.tenant_id = (select sales.managed()) and q.deal_id = $1 order by q.created_at desc, q.id`,
      values: [id],
    })
    return { deal, events, notes, tasks, quotes }
  })
}
