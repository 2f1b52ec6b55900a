import { CHECK_CATEGORIES } from '#contract/checks/checks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { TELL_TASK } from '#server/checks/tell-starter.sql.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { checksOf, findings } from './faults/fault.ts'

/** What happened is kept, with what was counted of it, and the results themselves; what jobs of the server take away later. */
const KEPT = new Set([
  'auth.rate_limits',
  'checks.results',
  'checks.runs',
  'ledger.pending',
  'public.system_audit_log',
  'realtime.hints',
  'storage.orphan_blobs',
  'storage.usage_changes',
])

/** A run tells who started it half a minute after its end; that job goes by itself. */
const TOLD_LATER: Readonly<Record<string, string>> = {
  'graphile_worker._private_jobs': `where task_id not in (select id from graphile_worker._private_tasks where identifier = '${TELL_TASK}')`,
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { passwordCosts: USUAL_COSTS })
})
afterAll(() => server.stop())

/** By name of the table, the job queue included. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await server.database.owner<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  const counts = tables
    .filter(({ name }) => !KEPT.has(name))
    .map(({ name }) => `select '${name}' as name, count(*)::integer as count from ${name} ${TOLD_LATER[name] ?? ''}`)
  const { rows } = await server.database.owner<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** By kind, in the log of the organisation that runs the server. */
async function eventsOfOperator(): Promise<Record<string, number>> {
  const { rows } = await server.database.owner<{ kind: string; count: number }>(
    `select l.event_type as kind, count(*)::integer as count from public.system_audit_log l
     join public.tenants t on t.id = l.tenant_id and t.is_default group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** A run has two minutes, and before and after it everything is counted. */
const HANGS_MS = 300_000

test('a whole run leaves nothing behind', { timeout: HANGS_MS }, async () => {
  const checks = CHECK_CATEGORIES.flatMap(checksOf)
  // The first run makes the three organisations.
  await findings(server.services, checks)
  const before = await countRows()
  // As a run whose SEC-06 broke off would leave it.
  await server.database.owner(
    `insert into studio.drafts (tenant_id, title, content_type) select id, 'left', 'blog' from public.tenants where probe = 'b'`,
  )
  const events = await eventsOfOperator()
  await findings(server.services, checks)
  await expect.poll(countRows).toEqual(before)
  // What rows of the sign-in service leave names nobody; what the run's own requests do is in no organisation's log that is somebody's.
  const added = Object.entries(await eventsOfOperator()).filter(([kind, count]) => count !== events[kind])
  expect(Object.fromEntries(added.map(([kind, count]) => [kind, count - (events[kind] ?? 0)]))).toEqual({
    'mfa_factors.insert': 1,
    'mfa_factors.update': 1,
    'tests.completed': 1,
    // A password that AUTH-08 changes.
    'users.update': 1,
  })
})
