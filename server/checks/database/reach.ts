import { type Check, expectThat, passed } from '../check.ts'

const TRIES = 20
const P95_MS = 50
const MOST_BUSY = 0.8

/** DB-01 */
export const answersQuickly: Check = async ({ services: { database }, patience }) => {
  const took: number[] = []
  for (let tried = 0; tried < TRIES; tried++) {
    const begun = performance.now()
    await database.owner('select 1')
    took.push(performance.now() - begun)
  }
  const p95 = took.toSorted((a, b) => a - b)[Math.ceil(TRIES * 0.95) - 1] ?? Infinity
  const { rows } = await database.owner<{ used: number; most: number }>(
    `select count(*)::integer as used, current_setting('max_connections')::integer as most
     from pg_stat_activity where backend_type = 'client backend'`,
  )
  const { used = 0, most = 1 } = rows[0] ?? {}
  const evidence = { p95_ms: Math.round(p95 * 10) / 10, connections: used, most_connections: most }
  expectThat(
    p95 < P95_MS * patience,
    `95 of 100 answers take up to ${Math.round(p95)} ms, more than ${P95_MS}`,
    evidence,
  )
  expectThat(used / most < MOST_BUSY, `${used} of ${most} connections are in use`, evidence)
  const full = database.pools().filter(({ waiting }) => waiting > 0)
  expectThat(full.length === 0, `Requests wait for a connection: ${full.map(({ name }) => name).join(', ')}`, evidence)
  return passed(evidence)
}
