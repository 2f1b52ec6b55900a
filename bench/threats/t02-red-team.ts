import { describeCommit } from '../lib/machine.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { cleanUp } from '../lib/cleanup.ts'
import { ATTACKS, DISTRIBUTED } from './attacks.ts'
import { simulateBenign } from './benign.ts'
import { noteAttacks, noteLastRun } from './last-run.ts'
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

async function run({ isQuick }: BenchContext): Promise<Section> {
  const times = isQuick ? 2 : TIMES
  const stage = await openStage()
  const rows: Row[] = []
  for (const attack of ATTACKS) rows.push(await repeat(stage, attack, times))
  await cleanUp()
  const fresh = await openStage()
  rows.push(await repeat(fresh, DISTRIBUTED, 1))
  const benign = simulateBenign({ people: isQuick ? 50 : 1000, days: 30, seed: 20_261_126 })
  const disturbedPerThousandDays = (benign.daysWithAny / benign.userDays) * 1000
  const table = tableOf(rows)
  const { attacks, found, atLeast } = countsOf(table)
  if (!isQuick) {
    noteLastRun({ date: new Date().toISOString().slice(0, 10), commit: describeCommit(), disturbedPerThousandDays })
    noteAttacks(table)
  }
  return {
    tables: [],
    aims: [
      {
        what: 'usual user-days with any intervention, of 1,000',
        got: disturbedPerThousandDays,
        reachable: 25,
        ambitious: 2,
        isUpperBound: true,
      },
    ],
    notes: [
      table,
      benignNote(benign),
      `${found} of ${attacks} attacks were found: with 95 % certainty at least ${percent(atLeast)} of attacks like these.`,
    ],
  }
}

function benignNote({ userDays, interventions, daysWithAny }: ReturnType<typeof simulateBenign>): string {
  const each = Object.entries(interventions).map(([name, count]) => `${name} ${count}`)
  return `Of ${userDays.toLocaleString('en')} usual user-days (made up, in one process, with 3 % of people who forget their cookies and 1 % who copy everything at night) ${daysWithAny} had an intervention: ${each.join(', ') || 'none'}.`
}
