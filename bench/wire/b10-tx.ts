import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, seedFiles, startWire } from './fixture.ts'

const OURS = 'ours, one round trip'
const NAIVE = 'the driver, each statement awaited'
const FLOOR = 'one statement, no transaction, no role'
const STATEMENT = 'select id from public.file_records order by created_at desc limit 10'

/** A statement as somebody. */
export const transactions: Entry = {
  name: 'b10-tx',
  title: 'a statement in a transaction with role and claims, ten connections',
  holdsBack:
    'begin, settings and commit are three more statements for PostgreSQL to read, though they travel with the first; the claims are ' +
    'set as JSON, with the method, path and headers that triggers may ask for.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { account, owner, database, caller } = await startWire()
  await seedFiles(owner, { userId: account.userId, files: 1000 })
  const claims = JSON.stringify(caller.claims)
  const naive = async (): Promise<void> => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query('set local role authenticated')
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
      check((await client.query(STATEMENT)).rowCount)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const ours = async (): Promise<void> => check((await database.oneAsCaller(caller, { text: STATEMENT })).rowCount)
  const floor = async (): Promise<void> => check((await owner.query(STATEMENT)).rowCount)
  const ms = isQuick ? 400 : 1500
  const load = (work: () => Promise<void>) => hammer(work, { lanes: CONNECTIONS, ms })
  const measured = await runRounds(
    [
      { name: OURS, verify: ours, run: () => load(ours) },
      { name: NAIVE, verify: naive, run: () => load(naive) },
      { name: FLOOR, verify: floor, run: () => load(floor) },
    ],
    isQuick ? 2 : 7,
  )
  return {
    tables: [{ caption: 'transactions', measured, ratioTo: [NAIVE, FLOOR] }],
    aims: [
      { what: `times ${NAIVE}`, got: ratioOf(measured, OURS, NAIVE), reachable: 1.6, ambitious: 2 },
      { what: `times ${FLOOR}`, got: ratioOf(measured, OURS, FLOOR), reachable: 0.3, ambitious: 0.5 },
    ],
    notes: [],
  }
}

function check(rows: number | null): void {
  if (rows !== 10) throw new Error(`${rows} rows`)
}
