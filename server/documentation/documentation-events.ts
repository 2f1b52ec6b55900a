import { DOCUMENTATION_EVENTS, type DocumentationEventType } from '#contract/audit/audit-events.ts'
import type { Transaction } from '../db/database.ts'

type GuideEvent = { type: DocumentationEventType; userId: string; details: Record<string, unknown> }

/** Of the organisation that runs the installation. */
export async function recordGuideEvent(db: Transaction, { type, userId, details }: GuideEvent): Promise<void> {
  const { category, risk } = DOCUMENTATION_EVENTS[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}
