import type { Transaction } from '../../db/database.ts'

/** No log has grown so old: the real one of the organisation stays what it is. */
const EPOCH = 2_000_000_000

type Planted = { id: string; userId: string; address: string; secret: Buffer }

/** A webhook of the person's organisation, and one event in a log of its own that waits for it. @returns the id of the event. */
export async function plantStream(db: Transaction, { id, userId, address, secret }: Planted): Promise<string> {
  const { rows } = await db.query<{ event: string }>({
    text: `
      with home as (select tenant_id as id from public.profiles where user_id = $2),
      log as (insert into ledger.logs (kind, tenant_id, epoch, origin, size, ended_at)
              select 'organisation', home.id, $5, 'probe/' || $1, 1, clock_timestamp() from home returning id),
      event as (insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, details)
                select home.id, 'login.failed', 'auth', $2, 'login', '{}' from home returning id),
      leaf as (insert into ledger.leaves (log_id, index, event_id, entry) select log.id, 0, event.id, 'probe' from log, event),
      stream as (insert into public.event_streams (id, tenant_id, name, kind, address, format)
                 select $1::uuid, home.id, 'Probe', 'webhook', $3, 'json' from home returning id),
      state as (insert into streams.states (stream_id, log_id, secret) select stream.id, log.id, $4 from stream, log)
      select id as event from event`,
    values: [id, userId, address, secret, EPOCH],
  })
  return rows[0]?.event ?? ''
}

export async function readStream(
  db: Transaction,
  id: string,
): Promise<{ sent: number; failures: number; is_later: boolean }> {
  const { rows } = await db.query<{ sent: number; failures: number; is_later: boolean }>({
    text: `select sent::float8 as sent, failures, next_try_at > clock_timestamp() and next_index = 0 as is_later
           from streams.states where stream_id = $1`,
    values: [id],
  })
  return rows[0] ?? { sent: 0, failures: 0, is_later: false }
}

/** As if its time had come. */
export async function tryAgain(db: Transaction, id: string): Promise<void> {
  await db.query({
    text: 'update streams.states set next_try_at = clock_timestamp() where stream_id = $1',
    values: [id],
  })
}
