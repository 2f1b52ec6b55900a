import { TEST_EVENTS, type TestEventType } from '#contract/audit/audit-events.ts'
import type { Transaction } from '../db/database.ts'

type TestEvent = { type: TestEventType; userId: string | null; details: Record<string, unknown> }

/** Of the organisation that runs the installation. */
export async function recordTestEvent(db: Transaction, { type, userId, details }: TestEvent): Promise<void> {
  const { category, risk } = TEST_EVENTS[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}
