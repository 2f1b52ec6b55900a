import type { Ledger } from '#server/ledger/ledger.ts'
import { growLedger } from '../support/grow-ledger.ts'
import type { TestServer } from '../support/server/test-server.ts'

type Said = { level: 'warn' | 'error'; message: string }
export function listener() {
  const said: Said[] = []
  const listen = (level: Said['level']) => (_: object, message: string) => void said.push({ level, message })
  return { said, log: { warn: listen('warn'), error: listen('error') } }
}
export const silent = listener().log

export async function grow(server: TestServer, ledger: Ledger = server.ledger): Promise<void> {
  await server.database.owner(
    `insert into system_audit_log (tenant_id, event_type, event_category, action) select id, 'x', 'auth', 'x' from tenants`,
  )
  await growLedger(ledger)
}
/** For all that was signed so far. */
export const passMinute = (server: TestServer): Promise<void> =>
  server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'` })
    await db.query({ text: `update ledger.checkpoints set signed_at = signed_at - interval '61 seconds'` })
  })
export const policyOf = async (server: TestServer): Promise<string> => (await server.fetch('/audit/v1/policy')).text()
export const checkpointOf = async (server: TestServer): Promise<string> =>
  (await server.fetch('/audit/v1/logs/anchor/checkpoint')).text()
export const sizeOf = async (server: TestServer): Promise<number> => Number((await checkpointOf(server)).split('\n')[1])
/** The size of the anchor log that was signed last, shown or not. */
export async function signedSize(server: TestServer): Promise<number> {
  const { rows } = await server.database.owner<{ size: number }>(
    `select max(c.size)::int as size from ledger.checkpoints c join ledger.logs l on l.id = c.log_id where l.kind = 'anchor'`,
  )
  return rows[0]?.size ?? -1
}
export async function anchorEntries(server: TestServer): Promise<Buffer[]> {
  const { rows } = await server.database.owner<{ entry: Buffer }>(
    `select f.entry from ledger.leaves f join ledger.logs l on l.id = f.log_id
     where l.kind = 'anchor' and l.ended_at is null order by f.index`,
  )
  return rows.map(({ entry }) => entry)
}
export const refusals = async (server: TestServer): Promise<unknown[]> => {
  const { rows } = await server.database.owner<{ details: unknown }>(
    `select details from system_audit_log where event_type = 'ledger.witness_refused'`,
  )
  return rows.map(({ details }) => details)
}
