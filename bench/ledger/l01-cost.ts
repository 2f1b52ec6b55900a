import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, startWire } from '../wire/fixture.ts'
import { allPlaced, switchLedger, writeEvents } from './events.ts'

const OURS = 'with the ledger, sequencer running'
const PLAIN = 'without it'

/** What the ledger adds to writing an event. */
export const cost: Entry = {
  name: 'l01-cost',
  title: 'a transaction of one event of the audit log, ten connections',
  holdsBack:
    'a second row in the same commit, and the sequencer, which hashes and stores each event on the same two cores meanwhile. A transaction that does ' +
    'more than write its event loses less.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { account, owner } = await startWire()
  const write = async (): Promise<void> => void (await writeEvents(owner, account.userId, 1))
  const load = () => hammer(write, { lanes: CONNECTIONS, ms: isQuick ? 400 : 2000 })
  const measured = await runRounds(
    [
      {
        name: OURS,
        verify: write,
        run: async () => {
          const sample = await load()
          // What is left over would run in the round of the other.
          await allPlaced(owner)
          return sample
        },
      },
      {
        name: PLAIN,
        run: async () => {
          await switchLedger(owner, false)
          try {
            return await load()
          } finally {
            await switchLedger(owner, true)
          }
        },
      },
    ],
    isQuick ? 2 : 7,
  )
  return {
    tables: [{ caption: 'transactions of one event', measured, ratioTo: [PLAIN] }],
    aims: [{ what: `times ${PLAIN}`, got: ratioOf(measured, OURS, PLAIN), reachable: 0.75, ambitious: 0.9 }],
    notes: [],
  }
}
