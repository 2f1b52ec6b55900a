import { cleanUp } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import type { Attack } from './attack.ts'
import { simulateDevices } from './benign-devices.ts'
import { deviceAttacks } from './device-attacks.ts'
import { noteAttacks } from './last-run.ts'
import { countsOf, percent, repeat, type Row, tableOf } from './rows.ts'
import { openStage, type Stage } from './stage.ts'

const TIMES = 20

/** Attacks with a stolen device on the real server over HTTP, and usual days of made-up devices. */
export const devices: Entry = {
  name: 't04-devices',
  title: 'attacks with a stolen device that are found, and usual days of devices that are disturbed',
  holdsBack: 'our own attacks and our own devices: it shows that the rules do what they say, not what the world does.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const times = isQuick ? 2 : TIMES
  const attack = async (stage: Stage, attacks: readonly Attack[]): Promise<Row[]> => {
    const rows: Row[] = []
    for (const one of attacks) rows.push(await repeat(stage, one, times))
    return rows
  }
  const [free, limited] = [await openStage(), await openStage({ hasLimits: true })]
  // Both at once: a flood mostly waits for the limit.
  const [others, floods] = await Promise.all([
    attack(
      free,
      deviceAttacks.filter(({ hasLimits }) => !hasLimits),
    ),
    attack(
      limited,
      deviceAttacks.filter(({ hasLimits }) => hasLimits),
    ),
  ])
  await cleanUp()
  const rows = [...others, ...floods]
  const table = tableOf(rows)
  if (!isQuick) noteAttacks(table)
  const { attacks, found, atLeast } = countsOf(table)
  const { deviceDays, pausedDays, reasons } = simulateDevices({
    devices: isQuick ? 60 : 900,
    days: 30,
    seed: 20_261_127,
  })
  const each = Object.entries(reasons).map(([code, count]) => `${code} ${count}`)
  return {
    tables: [],
    aims: [
      {
        what: 'usual days of devices with a pause, of 1,000',
        got: (pausedDays / deviceDays) * 1000,
        reachable: 25,
        ambitious: 2,
        isUpperBound: true,
      },
    ],
    notes: [
      table,
      `Of ${deviceDays.toLocaleString('en')} usual days of made-up meters, cameras and vans (after days without a connection, with keys that are replaced, proxies that repeat and borders that are crossed) ${pausedDays} had a pause: ${each.join(', ') || 'none'}.`,
      `${found} of ${attacks} attacks were found: with 95 % certainty at least ${percent(atLeast)} of attacks like these.`,
    ],
  }
}
