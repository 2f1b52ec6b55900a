import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, startWire } from './fixture.ts'

const QUIET = 'not announced'
const ANNOUNCED = 'announced'
const ROWS_PER_BATCH = 100

/** What a write costs more because the app's windows hear of it. */
export const announcements: Entry = {
  name: 'b19-announce',
  title: 'rows written to a table that realtime announces, ten connections',
  holdsBack:
    'PostgreSQL commits transactions that notify one after the other, and the trigger writes the keys as JSON.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { owner } = await startWire()
  for (const table of ['quiet', 'announced']) {
    await owner.query(
      `create table public.bench_${table} (id uuid primary key default gen_random_uuid(), user_id uuid)`,
    )
  }
  await owner.query(`select realtime.enable('public.bench_announced', 'user_id')`)
  const ms = isQuick ? 400 : 1500
  const write = (table: string, rows: number) => async (): Promise<void> => {
    const { rowCount } = await owner.query(
      `insert into public.bench_${table} (user_id) select gen_random_uuid() from generate_series(1, $1::int)`,
      [rows],
    )
    if (rowCount !== rows) throw new Error(`${rowCount} rows`)
  }
  const compare = (rows: number) =>
    runRounds(
      [
        { name: QUIET, run: () => hammer(write('quiet', rows), { lanes: CONNECTIONS, ms }) },
        { name: ANNOUNCED, run: () => hammer(write('announced', rows), { lanes: CONNECTIONS, ms }) },
      ],
      isQuick ? 2 : 7,
    )
  const single = await compare(1)
  const batch = await compare(ROWS_PER_BATCH)
  return {
    tables: [
      { caption: 'Transactions of one row', measured: single, ratioTo: [QUIET] },
      { caption: `Transactions of ${ROWS_PER_BATCH} rows`, measured: batch, ratioTo: [QUIET] },
    ],
    aims: [
      { what: 'one row, times not announced', got: ratioOf(single, ANNOUNCED, QUIET), reachable: 0.5, ambitious: 0.8 },
      {
        what: `${ROWS_PER_BATCH} rows, times not announced`,
        got: ratioOf(batch, ANNOUNCED, QUIET),
        reachable: 0.5,
        ambitious: 0.8,
      },
    ],
    notes: ['Without row-level security and other triggers, so that nothing hides the difference. The server listens.'],
  }
}
