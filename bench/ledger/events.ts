import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** What a change of a file writes into the audit log. */
const EVENT = `insert into public.system_audit_log (tenant_id, event_type, event_category, user_id, action, details)
  select t.id, 'file_records.update', 'data_access', $1::uuid, 'update',
         jsonb_build_object('id', gen_random_uuid(), 'ip', '192.0.2.7', 'user_agent', repeat('x', 80), 'n', n)
  from public.tenants t, generate_series(1, $2::int) as n where t.is_default returning id`

/** @returns the id of one of them. */
export async function writeEvents(owner: Pool, userId: string, count: number): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(EVENT, [userId, count])
  const [first] = rows
  if (!first || rows.length !== count) throw new Error(`${rows.length} events`)
  return first.id
}

/** Without it, events are written as before there was a ledger. */
export async function switchLedger(owner: Pool, isOn: boolean): Promise<void> {
  await owner.query(
    `alter table public.system_audit_log ${isOn ? 'enable' : 'disable'} trigger system_audit_log_pending`,
  )
}

/** Until every event has its place. */
export async function allPlaced(owner: Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select from ledger.pending) as waits')
    if (!rows[0]?.waits) return
    await sleep(5)
  }
}
