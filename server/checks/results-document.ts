import { createHash } from 'node:crypto'
import { CompactSign } from 'jose'
import type { SigningKey } from '../signing-keys.ts'
import type { ResultRow, RunRow } from './runs.sql.ts'

/** Of an exported file; the header of its signature says the same, so that no other signature of the server passes for one. */
const FORMAT = 'quantumshield-test-results'

/** A run as the specification names its fields. Times are ISO 8601. */
export function presentRun(run: RunRow) {
  const done = run.passed + run.failed + run.skipped
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    progress: run.status === 'completed' ? 100 : Math.min(99, Math.floor((100 * done) / run.total)),
    // Absent in a run of all, whose text is hashed as before there were others.
    ...(run.categories && { categories: run.categories }),
    totalTests: run.total,
    passedTests: run.passed,
    failedTests: run.failed,
    skippedTests: run.skipped,
    startedAt: run.started_at.toISOString(),
    completedAt: run.completed_at?.toISOString() ?? null,
    cause: run.cause,
    startedBy: run.started_by,
    version: run.version,
    build: run.build,
    digest: run.digest,
  }
}
export type PresentedRun = ReturnType<typeof presentRun>

/** @property duration milliseconds */
export function presentResult({ id, name, category, status, severity, error, reason, evidence, duration }: ResultRow) {
  return { id, name, category, status, severity, error, reason, evidence, duration }
}

/** The same text for the same run at any time: who started it may be deleted, and its own hash is in none of it. */
export function resultsText(server: string, run: RunRow, results: readonly ResultRow[]): string {
  const { startedBy: _startedBy, digest: _digest, ...fields } = presentRun(run)
  return JSON.stringify({ format: FORMAT, server, run: fields, results: results.map(presentResult) })
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is exported: the results, their hash as it is in the audit log, and the server's signature over their exact text. */
export async function signResults(
  text: string,
  { kid, algorithm, privateKey }: SigningKey,
): Promise<Record<string, unknown>> {
  const jws = await new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: algorithm, kid, typ: `${FORMAT}+jws` })
    .sign(privateKey)
  return { ...(JSON.parse(text) as Record<string, unknown>), sha256: digestOf(text), signature: jws }
}
