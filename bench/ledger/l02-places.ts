import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { medianOf, runRounds } from '../lib/rounds.ts'
import { startWire } from '../wire/fixture.ts'
import { allPlaced, switchLedger, writeEvents } from './events.ts'

const OURS = 'from their commit until all have a place'
const PLAIN = 'PostgreSQL, INSERT of the same rows in one statement'

/** How fast events that wait get their places. */
export const places: Entry = {
  name: 'l02-places',
  title: 'events that were written at once, and wait',
  holdsBack:
    'three commitments and a canonical JSON for each event in JavaScript, its entry as a row of its own, and a transaction for each 2,000 of them.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { account, owner } = await startWire()
  const count = isQuick ? 2_000 : 20_000
  const perSecond = (from: number) => ({ 'events/s': (count * 1000) / (performance.now() - from) })
  const measured = await runRounds(
    [
      {
        name: OURS,
        run: async () => {
          await allPlaced(owner)
          await writeEvents(owner, account.userId, count)
          const from = performance.now()
          await allPlaced(owner)
          return perSecond(from)
        },
      },
      {
        name: PLAIN,
        run: async () => {
          await switchLedger(owner, false)
          try {
            const from = performance.now()
            await writeEvents(owner, account.userId, count)
            return perSecond(from)
          } finally {
            await switchLedger(owner, true)
          }
        },
      },
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: `${count} events`, measured, ratioTo: [PLAIN] }],
    aims: [{ what: 'events/s', got: medianOf(measured, OURS), reachable: 20_000, ambitious: 50_000 }],
    notes: [],
  }
}
