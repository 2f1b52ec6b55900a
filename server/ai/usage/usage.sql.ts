import type { AiRequestStatus, RedactionKind } from '#contract/studio/models.ts'
import type { Caller, Database } from '../../db/database.ts'

type Figures = {
  requests: number
  ok: number
  /** Those that a person did not cancel, and that have ended. */
  decided: number
  /** Milliseconds; null: no request has ended. */
  p50: number | null
  p95: number | null
  tokens: number
  /** Of those whose price was known. */
  cost_micros: number
  /** Requests of models without a price. */
  unpriced: number
}
export type Usage = {
  all: Figures
  statuses: { status: AiRequestStatus; requests: number }[]
  endpoints: ({ endpoint: string } & Figures)[]
  models: ({ provider: string; model: string } & Figures)[]
  days: ({ day: string } & Figures)[]
  people: ({ person: string | null } & Figures)[]
  redactions: { kind: RedactionKind; found: number }[]
  errors: { code: string; requests: number }[]
}

// Whoever stopped a request, and what a budget refused, is no failure of the model.
const FIGURES = `count(*) filter (where r.status <> 'over_budget')::integer as requests,
  count(*) filter (where r.status = 'ok')::integer as ok,
  count(*) filter (where r.status in ('ok', 'error', 'blocked'))::integer as decided,
  round(percentile_cont(0.5) within group (order by r.latency_ms) filter (where r.status = 'ok'))::float8 as p50,
  round(percentile_cont(0.95) within group (order by r.latency_ms) filter (where r.status = 'ok'))::float8 as p95,
  coalesce(sum(r.tokens_in + r.tokens_out) filter (where r.status <> 'running'), 0)::float8 as tokens,
  coalesce(sum(r.cost_micros) filter (where r.status <> 'running'), 0)::float8 as cost_micros,
  count(*) filter (where r.cost_micros is null and r.status not in ('running', 'over_budget'))::integer as unpriced`

/** What was asked of models in the last days, of the caller's organisation. Days are those of UTC. */
export async function readUsage(database: Database, caller: Caller, days: number): Promise<Usage> {
  const rows = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
    (await database.oneAsCaller<Row>(caller, { text, values: [days] })).rows
  const since = `from studio.ai_requests r
    where r.started_at >= ((clock_timestamp() at time zone 'UTC')::date - ($1::integer - 1))::timestamp at time zone 'UTC'`
  const [all, statuses, endpoints, models, perDay, people, redactions, errors] = await Promise.all([
    rows<Figures>(`select ${FIGURES} ${since}`),
    rows<Usage['statuses'][number]>(
      `select r.status, count(*)::integer as requests ${since} group by r.status order by 2 desc, 1`,
    ),
    rows<Usage['endpoints'][number]>(
      `select r.endpoint, ${FIGURES} ${since} group by r.endpoint order by 2 desc, 1 limit 20`,
    ),
    rows<Usage['models'][number]>(
      `select r.provider, r.model, ${FIGURES} ${since} group by r.provider, r.model order by 3 desc, 1, 2 limit 20`,
    ),
    rows<Usage['days'][number]>(
      `select (r.started_at at time zone 'UTC')::date::text as day, ${FIGURES} ${since} group by 1 order by 1`,
    ),
    rows<Usage['people'][number]>(
      `select max(p.email) as person, ${FIGURES} ${since.replace('from studio.ai_requests r', PEOPLE)} group by r.user_id order by 2 desc limit 50`,
    ),
    rows<Usage['redactions'][number]>(
      `select k.kind, sum(k.found::integer)::integer as found
       ${since.replace('from studio.ai_requests r', 'from studio.ai_requests r cross join lateral jsonb_each_text(r.redactions) as k (kind, found)')}
       group by k.kind order by 2 desc, 1`,
    ),
    rows<Usage['errors'][number]>(
      `select r.error_code as code, count(*)::integer as requests ${since} and r.error_code is not null group by 1 order by 2 desc, 1 limit 20`,
    ),
  ])
  const [figures] = all
  if (!figures) throw new Error('an aggregate has one row')
  return { all: figures, statuses, endpoints, models, days: perDay, people, redactions, errors }
}

const PEOPLE = 'from studio.ai_requests r left join studio.person_names() p on p.id = r.user_id'

export type RequestRow = {
  id: string
  person: string | null
  endpoint: string
  model: string
  started_at: Date
  latency_ms: number | null
  ttft_ms: number | null
  tokens_in: number
  tokens_out: number
  cost_micros: number | null
  status: AiRequestStatus
  error_code: string | null
  redactions: Partial<Record<RedactionKind, number>>
  is_estimate: boolean
}

/** The newest requests. */
export async function listRequests(database: Database, caller: Caller): Promise<RequestRow[]> {
  const { rows } = await database.oneAsCaller<RequestRow>(caller, {
    text: `select r.id, p.email as person, r.endpoint, r.model, r.started_at, r.latency_ms, r.ttft_ms, r.tokens_in::float8 as tokens_in,
                  r.tokens_out::float8 as tokens_out, r.cost_micros::float8 as cost_micros, r.status, r.error_code, r.redactions, r.is_estimate
           ${PEOPLE} order by r.started_at desc, r.id limit 50`,
  })
  return rows
}
