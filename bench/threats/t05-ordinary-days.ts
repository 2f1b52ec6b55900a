import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { simulateBenign } from './benign.ts'
import { simulateOrdinary } from './disturbed.ts'
import { noteLastRun, noteOrdinary } from './last-run.ts'
import { crowdTable } from './ordinary-rows.ts'

const SEEDS = [20_261_126, 20_261_127, 20_261_128]
/** Of each seed: what they do on their days takes longer to play than the usual days do. */
const CROWD = { ordinary: 350, usual: 1000, days: 30 }

/** Days of made-up people who do nothing wrong. */
export const ordinaryDays: Entry = {
  name: 't05-ordinary-days',
  title: 'ordinary user-days that are held, slowed or refused',
  holdsBack: 'our own people: it shows what the rules do with what we know that people do, not how people are.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { ordinary, usual, days } = isQuick ? { ordinary: 30, usual: 50, days: 10 } : CROWD
  const runs = (isQuick ? SEEDS.slice(0, 1) : SEEDS).map((seed) => ({
    seed,
    ordinary: simulateOrdinary({ people: ordinary, days, seed }),
    benign: simulateBenign({ people: usual, days, seed }),
  }))
  const all = runs.flatMap(({ ordinary: kinds, benign: { userDays, daysWithAny } }) => [
    ...kinds,
    { userDays, disturbed: daysWithAny },
  ])
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const disturbedPerThousandDays = (sum(({ disturbed }) => disturbed) / sum(({ userDays }) => userDays)) * 1000
  const table = crowdTable(runs)
  if (!isQuick) {
    noteLastRun({ disturbedPerThousandDays })
    noteOrdinary(table)
  }
  const what = 'ordinary user-days held, slowed or refused, of 1,000'
  return {
    tables: [],
    aims: [{ what, got: disturbedPerThousandDays, reachable: 1, ambitious: 0, isUpperBound: true }],
    notes: [table],
  }
}
