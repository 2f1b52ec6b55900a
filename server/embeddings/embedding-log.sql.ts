import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { EmbeddingsUnavailableError, ServerStopsError } from './embeddings.ts'
import { MODEL } from './minilm.ts'

/** Shown where a model is named: this one is part of the program. */
const PROVIDER = 'QuantumShield'

/** Work of the embeddings for an organisation. */
export type EmbeddedWork = {
  tenant: string
  /** Person who asked for it; null: their account is gone. */
  user: string | null
  endpoint: 'keywords.meanings' | 'content.facts' | 'sources.meanings'
  /** SHA-256 of what is read. */
  digest: Buffer
  signal?: AbortSignal | undefined
}

export const digestOf = (texts: readonly string[]): Buffer => createHash('sha256').update(texts.join('\0')).digest()

/**
 * Has something embedded, and notes it in the log of requests to models when that has ended. It counts for no budget: nothing leaves this server,
 * and nothing is paid for it.
 *
 * @throws what `embed` does
 */
export async function noteEmbedded<Result>(
  database: Database,
  work: EmbeddedWork,
  embed: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  const note = (status: 'ok' | 'error' | 'aborted', code: string | null) =>
    insertNote(database, work, { status, code, latencyMs: Math.round(performance.now() - began) })
  try {
    const result = await embed()
    await note('ok', null)
    return result
  } catch (error) {
    const code = codeOf(error, work.signal)
    // A server that stops may have no database any more, and the first failure is the one to tell.
    await note(code === 'aborted' ? 'aborted' : 'error', code).catch(() => undefined)
    throw error
  }
}

function codeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof EmbeddingsUnavailableError) return 'damaged'
  if (error instanceof ServerStopsError) return 'server_ended'
  return signal?.aborted ? 'aborted' : 'unexpected'
}

type Ended = { status: string; code: string | null; latencyMs: number }

/** An organisation that was deleted meanwhile has no log. */
async function insertNote(
  database: Database,
  { tenant, user, endpoint, digest }: EmbeddedWork,
  { status, code, latencyMs }: Ended,
): Promise<void> {
  await database.owner(
    `insert into studio.ai_requests
       (tenant_id, user_id, endpoint, provider, model, engine, started_at, ended_at, latency_ms, cost_micros, status, error_code, prompt_sha256)
     select t.id, u.id, $3, $4, $5, 'embedded', clock_timestamp() - make_interval(secs => $6::integer / 1000.0), clock_timestamp(), $6::integer, 0, $7, $8, $9
     from public.tenants t left join auth.users u on u.id = $2 where t.id = $1`,
    [tenant, user, endpoint, PROVIDER, MODEL, latencyMs, status, code, digest],
  )
}
