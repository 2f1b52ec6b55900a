import { describeCommit } from '../lib/machine.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { cleanUp } from '../lib/cleanup.ts'
import { ATTACKS, DISTRIBUTED } from './attacks.ts'
import { simulateBenign } from './benign.ts'
import { simulateOrdinary } from './disturbed.ts'
import { noteAttacks, noteLastRun, noteOrdinary } from './last-run.ts'
import { ORDINARY_DAYS } from './ordinary-people.ts'
import { crowdTable, liveAll, livedTable } from './ordinary-rows.ts'
import { countsOf, percent, repeat, type Row, tableOf } from './rows.ts'
import { openStage } from './stage.ts'

const TIMES = 20

/** Attacks on the real server over HTTP, each from addresses of its own, and usual days of made-up people. */
export const redTeam: Entry = {
  name: 't02-red-team',
  title: 'attacks that are found, what they had got by then, and usual days that are disturbed',
  holdsBack: 'our own attacks and our own people: it shows that the rules do what they say, not what the world does.',
  run,
}

const SEEDS = [20_261_126, 20_261_127, 20_261_128]
const ORDINARY_TIMES = 5

async function run({ isQuick }: BenchContext): Promise<Section> {
  const rows = await attackAll(isQuick ? 2 : TIMES)
  const lived = await liveAll(ORDINARY_DAYS, isQuick ? 1 : ORDINARY_TIMES)
  const crowd = { people: isQuick ? 50 : 1000, days: isQuick ? 10 : 30 }
  const runs = (isQuick ? SEEDS.slice(0, 1) : SEEDS).map((seed) => ({
    seed,
    ordinary: simulateOrdinary({ ...crowd, seed }),
    benign: simulateBenign({ ...crowd, seed }),
  }))
  const days = runs.flatMap(({ ordinary, benign }) => [
    ...ordinary,
    { userDays: benign.userDays, disturbed: benign.daysWithAny },
  ])
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0)
  const disturbedPerThousandDays = (sum(({ disturbed }) => disturbed) / sum(({ userDays }) => userDays)) * 1000
  const table = tableOf(rows)
  const tables = [livedTable(lived), crowdTable(runs)]
  const { attacks, found, atLeast } = countsOf(table)
  if (!isQuick) {
    noteLastRun({ date: new Date().toISOString().slice(0, 10), commit: describeCommit(), disturbedPerThousandDays })
    noteAttacks(table)
    noteOrdinary(tables.join('\n\n'))
  }
  return {
    tables: [],
    aims: [
      {
        what: 'ordinary user-days held, slowed or refused, of 1,000',
        got: disturbedPerThousandDays,
        reachable: 1,
        ambitious: 0,
        isUpperBound: true,
      },
    ],
    notes: [
      table,
      ...tables,
      `${found} of ${attacks} attacks were found: with 95 % certainty at least ${percent(atLeast)} of attacks like these.`,
    ],
  }
}

async function attackAll(times: number): Promise<Row[]> {
  const stage = await openStage()
  const rows: Row[] = []
  for (const attack of ATTACKS) rows.push(await repeat(stage, attack, times))
  await cleanUp()
  const fresh = await openStage()
  rows.push(await repeat(fresh, DISTRIBUTED, 1))
  await cleanUp()
  return rows
}
