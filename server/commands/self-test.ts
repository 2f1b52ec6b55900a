import { setTimeout as sleep } from 'node:timers/promises'
import { ADVICE_OF, CHECK_ADVICE } from '#contract/checks/check-advice.ts'
import { isCheckId, SKIP_REASONS } from '#contract/checks/checks.ts'
import { ownerOf } from '../auth/account/users.sql.ts'
import { startRun } from '../checks/comprehensive-test.ts'
import { endRun, listResults, readRun, type ResultRow } from '../checks/runs.sql.ts'
import { readConfig } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { openBeside } from './open-beside.ts'
import { readWords, runCommand } from './run-command.ts'

const USAGE = `Makes the comprehensive test of the server that runs, and says what each check found.

  npm run self-test               each check as it is made
  npm run self-test -- --failed   only what failed

The server makes the checks, so it has to run; results are on its page Comprehensive Test as well. It changes nothing of anybody's.
Ends with 0 where nothing failed, and with 1 where something did. What was skipped is neither.`

const NO_SERVER = 'No server makes the checks. Start one that works in the background as well (ROLE).'
const LOOK_MS = 500
/** A job is taken within seconds, where a server works on jobs. */
const TAKEN_MS = 30_000
const LONGEST_MS = 15 * 60_000

const { values } = readWords(
  { options: { failed: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } },
  USAGE,
)

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const config = readConfig(process.env)
  const { database, close } = await openBeside(config)
  try {
    if (!(await hasWorker(ownerOf(database)))) throw new Error(NO_SERVER)
    const { publicUrl } = config
    const run = await database.asOwner((db) => startRun(db, { cause: 'command', userId: null, publicUrl }))
    if (run === undefined)
      throw new Error('A run is under way already. Its results are on the page Comprehensive Test.')
    await follow(ownerOf(database), run)
  } finally {
    await close()
  }
})

async function follow(db: Transaction, id: string): Promise<void> {
  const said = new Set<string>()
  const begun = performance.now()
  for (;;) {
    const run = await readRun(db, id)
    const results = (await listResults(db, id)).filter(({ status }) => status !== 'running')
    for (const result of results) if (!said.has(result.id)) say(result)
    for (const result of results) said.add(result.id)
    if (!run || run.status === 'cancelled') throw new Error('The run was cancelled.')
    if (run.status === 'completed') {
      console.log(`${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped`)
      if (run.failed > 0) process.exitCode = 1
      return
    }
    const took = performance.now() - begun
    if (took > LONGEST_MS || (took > TAKEN_MS && said.size === 0 && !(await hasBegun(db, id)))) {
      await endRun(db, id, 'cancelled')
      throw new Error(NO_SERVER)
    }
    await sleep(LOOK_MS)
  }
}

async function hasBegun(db: Transaction, id: string): Promise<boolean> {
  return (await listResults(db, id)).length > 0
}

function say({ id, name, status, error, reason }: ResultRow): void {
  if (values.failed && status !== 'failed') return
  const reasons: Readonly<Record<string, string>> = SKIP_REASONS
  const why = error ?? (reason === null ? null : (reasons[reason] ?? reason))
  console.log(`${status.padEnd(7)} ${id.padEnd(7)} ${name}${why === null ? '' : `: ${why}`}`)
  if (status === 'failed' && isCheckId(id)) console.log(`                ${CHECK_ADVICE[ADVICE_OF[id]]}`)
}

/** Servers say so four times a minute. */
async function hasWorker(db: Transaction): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from meta.job_workers where seen_at > clock_timestamp() - interval '1 minute' limit 1`,
  })
  return rowCount === 1
}
