import type { PoolClient } from 'pg'
import { stopWhenInterrupted } from '../lib/cleanup.ts'
import { percentile } from '../lib/statistics.ts'
import type { Asked, Asking, Bare } from './asked.ts'

/** Milliseconds. */
export type Figures = { p50: number; p95: number; p99: number }
export type Result = {
  list: string
  what: string
  rows: number
  limitMs: number
  ours: Figures
  bare: Figures | undefined
}

/**
 * Sends each request so many times, one after the other, and after each of them its statement to PostgreSQL: what disturbs the machine for a
 * while disturbs both. The first of each is not counted.
 * @throws {Error} where the two do not find as many rows
 */
export async function measure({ stage }: Asking, asked: readonly Asked[], calls: number): Promise<Result[]> {
  // The server reads the rows and what else an answer says at once, each on a connection.
  const [db, second] = await Promise.all([stage.owner.connect(), stage.owner.connect()])
  const results: Result[] = []
  try {
    // Functions of the database that joined rows need ask who calls; row-level security does not bind a superuser.
    const claims = JSON.stringify({ sub: stage.userId, role: 'authenticated' })
    for (const one of [db, second]) await one.query(`select set_config('request.jwt.claims', $1, false)`, [claims])
    for (const { list, what, ask, bare, limitMs } of asked) {
      process.stderr.write(`  ${list}: ${what}\n`)
      const rows = await ask()
      const found = bare && (await db.query(bare.text, bare.values)).rowCount
      if (bare && !bare.isOfOther && found !== rows)
        throw new Error(`${list}, ${what}: ${rows} rows, and ${found} from PostgreSQL`)
      const [ours, others]: [number[], number[]] = [[], []]
      for (let call = 0; call < calls; call++) {
        await stopWhenInterrupted()
        ours.push(await timed(ask))
        if (bare) others.push(await timed(() => run([db, second], bare)))
      }
      results.push({ list, what, rows: rows ?? 0, limitMs, ours: figures(ours), bare: bare && figures(others) })
    }
  } finally {
    for (const one of [db, second]) one.release(true)
  }
  return results
}

async function run([first, second]: readonly [PoolClient, PoolClient], { text, values, counts }: Bare): Promise<void> {
  await Promise.all([first.query(text, values), counts && second.query(counts.text, counts.values)])
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const figures = (ms: readonly number[]): Figures => ({
  p50: percentile(ms, 50),
  p95: percentile(ms, 95),
  p99: percentile(ms, 99),
})
