import { DETECTOR_NAMES, type DetectorName } from '#contract/threats.ts'
import { describeCommit } from '../lib/machine.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { cleanUp } from '../lib/cleanup.ts'
import type { Attack } from './attack.ts'
import { ATTACKS, DISTRIBUTED } from './attacks.ts'
import { noteAttacks, noteLastRun } from './last-run.ts'
import { countsOf, percent, repeat, type Row, tableOf } from './rows.ts'
import { openStage } from './stage.ts'

const TIMES = 20

/** Attacks on the real server over HTTP, each from addresses of its own. `THREATS_DETECTORS=probing,canary` runs those of some detectors only. */
export const redTeam: Entry = {
  name: 't02-red-team',
  title: 'attacks that are found, and what they had got by then',
  holdsBack: 'our own attacks: it shows that the rules do what they say, not what the world does.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const chosen = detectorsOf(process.env['THREATS_DETECTORS'])
  const rows = await attackAll(
    [...ATTACKS, DISTRIBUTED].filter(({ detector }) => chosen.includes(detector)),
    isQuick ? 2 : TIMES,
  )
  const newer = tableOf(rows)
  // With the rows of earlier runs, where only some were chosen.
  const table = isQuick ? newer : noteAttacks(newer)
  if (!isQuick) noteLastRun({ date: new Date().toISOString().slice(0, 10), commit: describeCommit() })
  const { attacks, found, atLeast } = countsOf(table)
  const isAll = chosen.length === DETECTOR_NAMES.length
  return {
    tables: [],
    aims: [],
    notes: [
      table,
      ...(isAll ? [] : [`This run was of ${chosen.join(', ')}; the other rows are of earlier ones.`]),
      `${found} of ${attacks} attacks were found: with 95 % certainty at least ${percent(atLeast)} of attacks like these.`,
    ],
  }
}

function detectorsOf(list: string | undefined): readonly DetectorName[] {
  if (list === undefined) return DETECTOR_NAMES
  const wanted = list.split(',')
  const unknown = wanted.filter((name) => !DETECTOR_NAMES.some((known) => known === name))
  if (unknown.length > 0) throw new Error(`there is no detector ${unknown.join(', ')}`)
  return DETECTOR_NAMES.filter((name) => wanted.includes(name))
}

async function attackAll(attacks: readonly Attack[], times: number): Promise<Row[]> {
  const rows: Row[] = []
  let stage = await openStage()
  for (const attack of attacks) {
    const isLast = attack === DISTRIBUTED
    if (isLast) {
      await cleanUp()
      stage = await openStage()
    }
    rows.push(await repeat(stage, attack, isLast ? 1 : times))
  }
  await cleanUp()
  return rows
}
