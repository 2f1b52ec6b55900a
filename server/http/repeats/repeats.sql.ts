import type { Caller, Database } from '#server/db/database.ts'
import { KEY_HOURS, MAX_RUNNING_MINUTES } from '#contract/wire/request-key.ts'

type As = { database: Database; caller: Caller }

/** First request with a key, as it is stored. */
export type KnownRequest = {
  /** Method, address and body are the same. */
  is_same: boolean
  state: 'running' | 'answered' | 'done' | 'unsure'
  status: number | null
  answer: string | null
  /** Runs for longer than any request does: its server ended before it. */
  is_lost: boolean
}

/** Newest ones of a person that are kept. */
const MAX_KEPT = 1_000

/** @returns the id of a request that is the first with its key; undefined where there is one in the last 24 hours */
export async function beginRequest(
  { database, caller }: As,
  { key, fingerprint }: { key: string; fingerprint: Buffer },
): Promise<string | undefined> {
  const { rows } = await database.oneAsCaller<{ id: string }>(caller, {
    text: `with beyond as (
             delete from panel.requests
             where key <> $1
               and id in (select id from panel.requests where user_id = (select auth.uid()) order by begun_at desc offset $3)
           )
           insert into panel.requests (key, fingerprint) values ($1, $2)
           on conflict on constraint requests_key_once do update
             set fingerprint = excluded.fingerprint, state = 'running', status = null, answer = null, begun_at = excluded.begun_at
             where requests.begun_at <= clock_timestamp() - make_interval(hours => $4)
           returning id`,
    values: [key, fingerprint, MAX_KEPT - 1, KEY_HOURS],
  })
  return rows[0]?.id
}

export async function findRequest(
  { database, caller }: As,
  { key, fingerprint }: { key: string; fingerprint: Buffer },
): Promise<KnownRequest | undefined> {
  const { rows } = await database.oneAsCaller<KnownRequest>(caller, {
    text: `select fingerprint = $2 as is_same, state, status, answer,
                  state = 'running' and begun_at <= clock_timestamp() - make_interval(mins => $3) as is_lost
           from panel.requests
           where key = $1 and user_id = (select auth.uid())`,
    values: [key, fingerprint, MAX_RUNNING_MINUTES],
  })
  return rows[0]
}

/** Keeps the answer to a request that was done. */
export async function keepAnswer(
  { database, caller }: As,
  id: string,
  { status, answer }: { status: number; answer: string | null },
): Promise<void> {
  await database.oneAsCaller(caller, {
    text: `update panel.requests set state = 'answered', status = $2, answer = $3 where id = $1`,
    values: [id, status, answer],
  })
}

/** Keeps how a request ended whose answer is not kept. */
export async function keepState({ database, caller }: As, id: string, state: 'done' | 'unsure'): Promise<void> {
  await database.oneAsCaller(caller, {
    text: 'update panel.requests set state = $2 where id = $1',
    values: [id, state],
  })
}

/** Forgets a request that was refused: it changed nothing, so the next one with its key is done. */
export async function forgetRequest({ database, caller }: As, id: string): Promise<void> {
  await database.oneAsCaller(caller, { text: 'delete from panel.requests where id = $1', values: [id] })
}
