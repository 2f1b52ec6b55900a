import type { BrowserAnswer, BrowserCheckId } from '#contract/checks/checks.ts'
import type { Database } from '../db/database.ts'

/** The first answer to each check stands; none is kept of a run that has ended. */
export async function saveAnswers(database: Database, runId: string, answers: readonly BrowserAnswer[]): Promise<void> {
  await database.owner(
    `insert into checks.browser_answers (run_id, check_id, status, error, evidence)
     select r.id, a.id, a.status, a.error, a.evidence
     from checks.runs r, jsonb_to_recordset($2::jsonb) as a(id text, status text, error text, evidence jsonb)
     where r.id = $1 and r.status = 'running' and r.with_browser
     on conflict (run_id, check_id) do nothing`,
    [runId, JSON.stringify(answers)],
  )
}

export async function readAnswer(
  database: Database,
  runId: string,
  id: BrowserCheckId,
): Promise<BrowserAnswer | undefined> {
  const { rows } = await database.owner<BrowserAnswer>(
    `select check_id as id, status, error, evidence from checks.browser_answers where run_id = $1 and check_id = $2`,
    [runId, id],
  )
  return rows[0]
}
