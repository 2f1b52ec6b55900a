import { keywordsFacts, type KeywordEventType } from '#contract/keywords/keywords-facts.ts'
import type { Transaction } from '../db/database.ts'

type KeywordEvent = { type: KeywordEventType; userId: string; details: Record<string, unknown> }

/** Writes who did what with a project into the audit log of their organisation; never keywords. */
export async function recordKeywordEvent(db: Transaction, { type, userId, details }: KeywordEvent): Promise<void> {
  const { category, risk } = keywordsFacts.events[type]
  await db.query({
    text: `select audit.record($1, $2, $3, $4, 'success', $5, $6)`,
    values: [type, category, userId, type.split('.').at(-1), risk, details],
  })
}
