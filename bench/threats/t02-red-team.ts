import { describeCommit } from '../lib/machine.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { cleanUp } from '../lib/cleanup.ts'
import { summarise } from '../lib/statistics.ts'
import { type Attack, ATTACKS, DISTRIBUTED, type Outcome } from './attacks.ts'
import { simulateBenign } from './benign.ts'
import { openStage, type Stage } from './stage.ts'
import { noteLastRun } from './last-run.ts'
import { recallOf } from './statistics.ts'

const TIMES = 20

/** Attacks on the real server over HTTP, each from addresses of its own, and usual days of made-up people. */
export const redTeam: Entry = {
  name: 't02-red-team',
  title: 'attacks that are found, what they had got by then, and usual days that are disturbed',
  holdsBack: 'our own attacks and our own people: it shows that the rules do what they say, not what the world does.',
  run,
}

type Row = { attack: Attack; outcomes: Outcome[]; seconds: number[] }

async function run({ isQuick }: BenchContext): Promise<Section> {
  const times = isQuick ? 2 : TIMES
  const stage = await openStage()
  const rows: Row[] = []
  for (const attack of ATTACKS) rows.push(await repeat(stage, attack, times))
  await cleanUp()
  const fresh = await openStage()
  rows.push(await repeat(fresh, DISTRIBUTED, 1))
  const benign = simulateBenign({ people: isQuick ? 50 : 1000, days: 30, seed: 20_261_126 })
  const found = rows.reduce((sum, { outcomes }) => sum + outcomes.filter(({ isFound }) => isFound).length, 0)
  const all = rows.reduce((sum, { outcomes }) => sum + outcomes.length, 0)
  const lastRun = {
    date: new Date().toISOString().slice(0, 10),
    commit: describeCommit(),
    attacks: all,
    found,
    atLeast: recallOf(found, all).atLeast,
    disturbedPerThousandDays: (benign.daysWithAny / benign.userDays) * 1000,
  }
  if (!isQuick) noteLastRun(lastRun)
  return {
    tables: [],
    aims: [
      {
        what: 'usual user-days with any intervention, of 1,000',
        got: lastRun.disturbedPerThousandDays,
        reachable: 25,
        ambitious: 2,
        isUpperBound: true,
      },
    ],
    notes: [
      tableOf(rows),
      benignNote(benign),
      `${found} of ${all} attacks were found: with 95 % certainty at least ${percent(lastRun.atLeast)} of attacks like these.`,
    ],
  }
}

async function repeat(stage: Stage, attack: Attack, times: number): Promise<Row> {
  const row: Row = { attack, outcomes: [], seconds: [] }
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    row.outcomes.push(await attack.run(stage, n))
    row.seconds.push((performance.now() - began) / 1000)
  }
  process.stderr.write(`  ${attack.detector}\n`)
  return row
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ attack, outcomes, seconds }) => {
    const found = outcomes.filter(({ isFound }) => isFound).length
    const { atLeast } = recallOf(found, outcomes.length)
    const counts = outcomes.flatMap(({ got }) => (got ? [got.count] : []))
    const [first] = outcomes.flatMap(({ got }) => (got ? [got] : []))
    const got = first ? `${summarise(counts).median} of ${first.of} ${first.what}` : 'nothing'
    return `| ${attack.detector} | ${attack.what} | ${found} of ${outcomes.length} | ${percent(atLeast)} | ${got} | ${summarise(seconds).median.toFixed(2)} s |`
  })
  return [
    '| detector | attack | found | at least (95 %) | what it had got (median) | whole attack (median) |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function benignNote({ userDays, interventions, daysWithAny }: ReturnType<typeof simulateBenign>): string {
  const each = Object.entries(interventions).map(([name, count]) => `${name} ${count}`)
  return `Of ${userDays.toLocaleString('en')} usual user-days (made up, in one process, with 3 % of people who forget their cookies and 1 % who copy everything at night) ${daysWithAny} had an intervention: ${each.join(', ') || 'none'}.`
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
