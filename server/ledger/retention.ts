import type { AuditCategory } from '#contract/audit/audit-events.ts'
import { AUDIT_CATEGORIES } from '#contract/audit/event-streams.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

/**
 * Removes what the audit log says of people once its time is over; entries and proofs stay. A day of events is one transaction. An organisation
 * where that fails does not keep it from the others.
 * @throws {AggregateError} at the end, when it failed for some.
 */
export async function applyRetention(database: Database): Promise<void> {
  const { rows: tenants } = await database.owner<{ id: string }>('select id from public.tenants order by id')
  const failures: Error[] = []
  for (const { id } of tenants) {
    for (const category of AUDIT_CATEGORIES) {
      await applyTo(database, id, category).catch((cause: unknown) => {
        failures.push(new Error(`${category} of organisation ${id}: ${String(cause)}`, { cause }))
      })
    }
  }
  await database.owner('select ledger.forget_early_keys()')
  if (failures.length > 0) {
    throw new AggregateError(failures, `retention failed: ${failures.map(({ message }) => message).join('; ')}`)
  }
}

async function applyTo(database: Database, tenantId: string, category: AuditCategory): Promise<void> {
  let hasMore = true
  while (hasMore) {
    const { rows } = await database.owner<{ more: boolean }>('select ledger.apply_retention($1, $2) as more', [
      tenantId,
      category,
    ])
    hasMore = rows[0]?.more ?? false
  }
}

/** Periodic work, for `startJobs`. */
export function retentionTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: { 'ledger:apply_retention': () => applyRetention(database) },
    crontab: '23 3 * * * ledger:apply_retention',
  }
}
