import { SEO_EVENTS, type SeoEventType } from '#contract/audit/audit-events.ts'
import type { Transaction } from '../db/database.ts'

type SeoEvent = { type: SeoEventType; userId: string | null; details: Record<string, unknown> }

/** Of the organisation that runs the installation. */
export async function recordSeoEvent(db: Transaction, { type, userId, details }: SeoEvent): Promise<void> {
  const { category, risk } = SEO_EVENTS[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}
