import type { AiRequestStatus, RedactionKind } from '#contract/studio/models.ts'
import type { Caller, Database } from '../db/database.ts'

export type BegunRequest = {
  endpoint: string
  provider: string
  model: string
  /** What it may take at most. */
  tokensIn: number
  tokensOut: number
  redactions: Readonly<Partial<Record<RedactionKind, number>>>
  promptSha256: string
  promptBody: string
  isPrivate: boolean
}

/** Which budget does not reach, or that a price is missing. */
export type BudgetRefusal =
  | 'organisation_tokens'
  | 'person_tokens'
  | 'copilot_tokens'
  | 'organisation_money'
  | 'person_money'
  | 'no_price'

/** Notes that a request begins, unless a budget does not reach. Both are in the log. */
export async function beginRequest(
  database: Database,
  caller: Caller,
  given: BegunRequest,
): Promise<{ id: string; refusal: BudgetRefusal | null }> {
  const fields = {
    endpoint: given.endpoint,
    provider: given.provider,
    model: given.model,
    tokens_in: given.tokensIn,
    tokens_out: given.tokensOut,
    redactions: given.redactions,
    prompt_sha256: given.promptSha256,
    prompt_body: given.promptBody,
    is_private: given.isPrivate,
  }
  const { rows } = await database.oneAsCaller<{ id: string; refusal: BudgetRefusal | null }>(caller, {
    text: 'select id, refusal from studio.begin_request($1)',
    values: [JSON.stringify(fields)],
  })
  const [row] = rows
  if (!row) throw new Error('no request was noted')
  return row
}

export type EndedRequest = {
  status: Exclude<AiRequestStatus, 'running' | 'over_budget'>
  errorCode: string | null
  ttftMs: number | null
  latencyMs: number
  tokensIn: number
  tokensOut: number
  isEstimate: boolean
  answerBody: string
}

/** Notes how a request ended, whatever its person may do by now. The answer is kept where the organisation keeps texts. */
export async function endRequest(database: Database, id: string, ended: EndedRequest): Promise<void> {
  await database.owner(
    `update studio.ai_requests r
     set status = $2, error_code = $3, ttft_ms = $4, latency_ms = $5, tokens_in = $6, tokens_out = $7, is_estimate = $8,
         ended_at = clock_timestamp(), cost_micros = studio.cost_of($6, $7, r.micros_in, r.micros_out),
         answer_body = case when r.prompt_body is not null then left($9, 400000) end
     where r.id = $1 and r.status = 'running'`,
    [
      id,
      ended.status,
      ended.errorCode?.slice(0, 80) ?? null,
      ended.ttftMs,
      ended.latencyMs,
      ended.tokensIn,
      ended.tokensOut,
      ended.isEstimate,
      ended.answerBody.replaceAll('\0', ''),
    ],
  )
}

/** Forgets texts and requests by their days, and ends what a server left behind that is no longer there. */
export async function tidyRequests(database: Database): Promise<void> {
  await database.owner(
    `update studio.ai_requests r set status = 'aborted', error_code = 'server_ended', ended_at = clock_timestamp()
     where r.status = 'running' and r.started_at < clock_timestamp() - interval '30 minutes'`,
  )
  await database.owner(
    `update studio.ai_requests r set prompt_body = null, answer_body = null from studio.settings s
     where s.tenant_id = r.tenant_id and r.prompt_body is not null
       and (not s.keeps_bodies or r.started_at < clock_timestamp() - make_interval(days => s.body_days))`,
  )
  await database.owner(
    `delete from studio.ai_requests r using studio.settings s
     where s.tenant_id = r.tenant_id and r.started_at < clock_timestamp() - make_interval(days => s.log_days)`,
  )
}
