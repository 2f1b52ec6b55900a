import { DEAL_LIMITS, type DealEventKind, type StageKind, type StagePreset } from '#contract/sales/deals.ts'
import { type Score, scoreOf } from '#contract/sales/score.ts'
import type { Caller, Database } from '../../db/database.ts'
import { conditionsOf } from './deal-conditions.ts'
import type { DealPage, DealRules } from './deals.schemas.ts'

/** Under row-level security: somebody who does not manage sales sees nothing, and gets an error of `sales.managed`. */
export type As = { database: Database; caller: Caller }

export type DealRow = {
  id: string
  stage_id: string
  title: string
  contact_id: string | null
  contact_name: string
  contact_email: string
  contact_company: string
  amount_minor: number | null
  closes_on: string | null
  owner_id: string | null
  lost_reason: string | null
  version: number
  stage_since: Date
  created_at: Date
}
const COLUMNS = `d.id, d.stage_id, d.title, d.contact_id, d.contact_name, d.contact_email, d.contact_company, d.amount_minor::float8 as amount_minor,
  d.closes_on::text as closes_on, d.owner_id, d.lost_reason, d.version, d.stage_since, d.created_at`

type FactRow = {
  kind: StageKind
  asked_at: Date
  place: string
  active_at: Date | null
  overdue_tasks: number
  planned_tasks: number
  quote_state: string | null
  consent: string | null
  wrote_at: Date | null
}
/** What a score is made of, of the deals `shown d`. Days are those of UTC. */
const FACTS = `(select s.kind from sales.stages s where s.id = d.stage_id) as kind, clock_timestamp() as asked_at,
  (to_json(d.stage_since) #>> '{}') || '~' || d.id as place,
  (select max(e.at) from sales.deal_events e where e.deal_id = d.id) as active_at,
  t.overdue::integer as overdue_tasks, t.planned::integer as planned_tasks,
  (select q.status from sales.quotes q where q.tenant_id = d.tenant_id and q.deal_id = d.id and q.status <> 'replaced'
   order by q.created_at desc limit 1) as quote_state, f.consent, f.wrote_at
  from shown d
  left join sales.contact_facts(array(select o.id from shown o where o.contact_id is not null)) f on f.deal_id = d.id
  cross join lateral (
    select count(*) filter (where t.due_on < (clock_timestamp() at time zone 'UTC')::date) as overdue,
           count(*) filter (where t.due_on >= (clock_timestamp() at time zone 'UTC')::date) as planned
    from sales.tasks t where t.deal_id = d.id and t.done_at is null) t`

/** A deal with its score, where it is open. `place`: to continue behind it. */
export type ScoredDeal = DealRow & { place: string; score: Score | null }

function scored({ kind, asked_at: now, ...row }: DealRow & FactRow): ScoredDeal {
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

const ORDER = 'order by d.stage_since desc, d.id desc'

/** The first deals of each stage, those that came into it last first. */
export async function listBoard({ database, caller }: As, rules: DealRules): Promise<ScoredDeal[]> {
  const values: unknown[] = [DEAL_LIMITS.page + 1]
  const conditions = conditionsOf(rules, values)
  const { rows } = await database.oneAsCaller<DealRow & FactRow>(caller, {
    text: `with shown as materialized (
             select d.* from sales.stages s
             cross join lateral (select d.* from sales.deals d where d.tenant_id = s.tenant_id and d.stage_id = s.id${conditions}
                                 ${ORDER} limit $1) d
             where s.tenant_id = (select sales.managed()))
           select ${COLUMNS}, ${FACTS} ${ORDER}`,
    values,
  })
  return rows.map(scored)
}

export async function countBoard({ database, caller }: As, rules: DealRules) {
  const values: unknown[] = []
  const { rows } = await database.oneAsCaller<{ stage_id: string; count: number; amount_minor: number }>(caller, {
    text: `select d.stage_id, count(*)::integer as count, coalesce(sum(d.amount_minor), 0)::float8 as amount_minor
           from sales.deals d where d.tenant_id = (select sales.managed())${conditionsOf(rules, values)} group by d.stage_id`,
    values,
  })
  return rows
}

/** Further deals of one stage. */
export async function listStage(as: As, { after, ...rules }: DealPage): Promise<ScoredDeal[]> {
  return listBehind(as, rules, { after, most: DEAL_LIMITS.page + 1 })
}

/** Deals in one order over all stages. */
export async function listBehind(
  { database, caller }: As,
  rules: DealRules,
  { after, most }: { after: string | undefined; most: number },
): Promise<ScoredDeal[]> {
  const values: unknown[] = [most]
  let conditions = conditionsOf(rules, values)
  if (after !== undefined) {
    const [time, id] = after.split('~')
    values.push(time, id)
    conditions += ` and (d.stage_since, d.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`
  }
  const { rows } = await database.oneAsCaller<DealRow & FactRow>(caller, {
    text: `with shown as materialized (
             select d.* from sales.deals d where d.tenant_id = (select sales.managed())${conditions} ${ORDER} limit $1)
           select ${COLUMNS}, ${FACTS} ${ORDER}`,
    values,
  })
  return rows.map(scored)
}

export type DealEvent = { id: string; at: Date; kind: DealEventKind; details: object; user_id: string | null }
export type DealTask = {
  id: string
  title: string
  due_on: string | null
  doer_id: string | null
  done_at: Date | null
}

/** Everything about one deal: the newest of what happened with it, its notes, its tasks and its quotes. */
export async function readDeal({ database, caller }: As, id: string) {
  return database.asCaller(caller, async (db) => {
    const { rows } = await db.query<DealRow & FactRow>({
      text: `with shown as materialized (select d.* from sales.deals d where d.tenant_id = (select sales.managed()) and d.id = $1)
             select ${COLUMNS}, ${FACTS}`,
      values: [id],
    })
    const [deal] = rows
    if (!deal) return undefined
    const { rows: events } = await db.query<DealEvent>({
      text: `select e.id::text, e.at, e.kind, e.details, e.user_id from sales.deal_events e
             where e.deal_id = $1 order by e.id desc limit 200`,
      values: [id],
    })
    const { rows: notes } = await db.query<{ id: string; body: string; author_id: string | null; created_at: Date }>({
      text: `select n.id, n.body, n.author_id, n.created_at from sales.notes n where n.deal_id = $1
             order by n.created_at desc, n.id limit 500`,
      values: [id],
    })
    const { rows: tasks } = await db.query<DealTask>({
      text: `select t.id, t.title, t.due_on::text as due_on, t.doer_id, t.done_at from sales.tasks t where t.deal_id = $1
             order by t.done_at desc nulls first, t.due_on nulls last, t.created_at limit 300`,
      values: [id],
    })
    const { rows: quotes } = await db.query({
      text: `select q.id, q.status, q.year, q.number, q.revision, q.currency, q.total_minor::float8 as total_minor, q.valid_on::text as valid_on,
                    q.version, q.sent_at, q.created_at
             from sales.quotes q where q.tenant_id = (select sales.managed()) and q.deal_id = $1 order by q.created_at desc, q.id`,
      values: [id],
    })
    return { deal: scored(deal), events, notes, tasks, quotes }
  })
}

export type StageRow = {
  id: string
  preset: StagePreset | null
  name: string | null
  kind: StageKind
  probability: number
}

export async function listStages({ database, caller }: As): Promise<StageRow[]> {
  const { rows } = await database.oneAsCaller<StageRow>(caller, {
    text: `select s.id, s.preset, s.name, s.kind, s.probability from sales.stages s where s.tenant_id = (select sales.managed())
           order by s.position, s.id`,
  })
  return rows
}

export async function listPeople({ database, caller }: As): Promise<{ id: string; name: string }[]> {
  const { rows } = await database.oneAsCaller<{ id: string; name: string }>(caller, {
    text: 'select p.person_id as id, p.called as name from sales.people() p',
  })
  return rows
}

export async function readSettings({ database, caller }: As) {
  const { rows } = await database.oneAsCaller<{ currency: string; seller: string; version: number; is_fixed: boolean }>(
    caller,
    {
      text: `select s.currency, s.seller, s.version,
                    exists (select from sales.deals d where d.tenant_id = s.tenant_id and d.amount_minor is not null)
                      or exists (select from sales.quotes q where q.tenant_id = s.tenant_id) as is_fixed
             from sales.settings s where s.tenant_id = (select sales.managed())`,
    },
  )
  return rows[0]
}
