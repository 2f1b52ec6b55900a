import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { RECEIPT_HEADER } from '#contract/audit/receipts.ts'
import { hammer } from '../lib/load.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, startWire } from '../wire/fixture.ts'
import { allPlaced, switchLedger } from './events.ts'

const OURS = 'with a receipt'
const PLAIN = 'without: the trigger that announces the event is off'

/** What a receipt costs a person who changes something over HTTP. */
export const receipts: Entry = {
  name: 'l05-receipts',
  title: 'a PATCH of one row that writes one event, ten connections',
  holdsBack:
    'a second query, which reads the event and the key of its person, one Ed25519 signature, and with the trigger also the row of the outbox and the ' +
    'sequencer on the same two cores: l01 has those alone.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { server, account, json, owner } = await startWire()
  let n = 0
  const change = async (isPromised: boolean): Promise<void> => {
    const answer = await fetch(`${server.url}/rest/v1/profiles?user_id=eq.${account.userId}`, {
      method: 'PATCH',
      headers: json,
      body: JSON.stringify({ first_name: `name ${(n += 1)}` }),
    })
    await answer.arrayBuffer()
    if (!answer.ok || answer.headers.has(RECEIPT_HEADER) !== isPromised) throw new Error(`answered ${answer.status}`)
  }
  const load = (isPromised: boolean) =>
    hammer(() => change(isPromised), { lanes: CONNECTIONS, ms: isQuick ? 400 : 2000 })
  // Without a log nothing is promised: making the account wrote its first events.
  await allPlaced(owner)
  const measured = await runRounds(
    [
      {
        name: OURS,
        verify: () => change(true),
        run: async () => {
          const sample = await load(true)
          await allPlaced(owner)
          return sample
        },
      },
      {
        name: PLAIN,
        run: async () => {
          await switchLedger(owner, false)
          try {
            return await load(false)
          } finally {
            await switchLedger(owner, true)
          }
        },
      },
    ],
    isQuick ? 2 : 7,
  )
  return {
    tables: [{ caption: 'requests', measured, ratioTo: [PLAIN] }],
    aims: [{ what: `times ${PLAIN}`, got: ratioOf(measured, OURS, PLAIN), reachable: 0.75, ambitious: 0.9 }],
    notes: [],
  }
}
