import { setTimeout as sleep } from 'node:timers/promises'
import { fromBase64Url } from '#crypto/encoding.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { medianOf, runRounds } from '../lib/rounds.ts'
import { startWire, type WireFixture } from '../wire/fixture.ts'
import { allPlaced, writeEvents } from './events.ts'

const LAG = 'an event: from its commit to its place'
const SIGNED = 'an event: from its commit to a signed root over it'
const PROVE = 'server: proof of an event, over HTTP'
const VERIFY = 'Node: that proof, with both signatures'

/** How long an event waits, and what a proof of it takes. */
export const proof: Entry = {
  name: 'l03-proof',
  title: 'the way of one event into the ledger, and a proof of it out of 10,000',
  holdsBack:
    'the sequencer looks four times a second and signs a log once in two seconds, on purpose: that is the wait.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const wire = await startWire()
  const { account, owner } = wire
  await writeEvents(owner, account.userId, isQuick ? 500 : 10_000)
  await allPlaced(owner)
  const event = await writeEvents(owner, account.userId, 1)
  await signed(wire, event)
  const { text, verify } = await verifier(wire, event)
  const ms = isQuick ? 300 : 2000
  const timed = async (until: (event: string) => Promise<void>) => {
    await sleep(Math.random() * 2000)
    const written = await writeEvents(owner, account.userId, 1)
    const from = performance.now()
    await until(written)
    return { ms: performance.now() - from }
  }
  const waits = await runRounds(
    [
      { name: LAG, run: () => timed(async () => allPlaced(owner)) },
      { name: SIGNED, run: () => timed((written) => signed(wire, written)) },
    ],
    isQuick ? 2 : 20,
  )
  const works = await runRounds(
    [
      {
        name: PROVE,
        verify: async () => void (await prove(wire, event)),
        run: () => hammer(async () => void (await prove(wire, event)), { lanes: 1, ms }),
      },
      { name: VERIFY, verify, run: () => hammer(verify, { lanes: 1, ms }) },
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [
      { caption: 'waits', measured: waits, ratioTo: [] },
      { caption: 'proofs, one at a time', measured: works, ratioTo: [] },
    ],
    aims: [
      {
        what: 'ms from commit to place',
        got: medianOf(waits, LAG),
        reachable: 500,
        ambitious: 250,
        isUpperBound: true,
        unit: 'ms',
      },
    ],
    notes: [`The proof has ${text.length} bytes, ${text.length - text.indexOf('\n\n')} of them the signed checkpoint.`],
  }
}

const get = async ({ server, account }: WireFixture, path: string): Promise<Response> =>
  fetch(`${server.url}/audit/v1${path}`, { headers: account.headers })

async function prove(wire: WireFixture, event: string): Promise<string> {
  const answer = await get(wire, `/events/${event}/proof`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

async function signed({ owner }: WireFixture, event: string): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `select from ledger.leaves f join ledger.checkpoints c on c.log_id = f.log_id and c.size > f.index where f.event_id = $1 limit 1`,
      [event],
    )
    if (rowCount) return
    await sleep(5)
  }
}

/** Reads what a verifier needs once, and checks it as often as asked. */
async function verifier(wire: WireFixture, event: string): Promise<{ text: string; verify: () => Promise<void> }> {
  const text = await prove(wire, event)
  const { logs } = (await (await get(wire, '/logs')).json()) as { logs: { kind: string; keys: string[] }[] }
  const keys = logs.find(({ kind }) => kind === 'organisation')?.keys ?? []
  const policy = parsePolicy(`${keys.map((key) => `log ${key}\n`).join('')}quorum none\n`)
  const answer = await fetch(`${wire.server.url}/audit/v1/events/places`, {
    method: 'POST',
    headers: wire.json,
    body: JSON.stringify({ events: [event] }),
  })
  const { places } = (await answer.json()) as { places: { entry: string }[] }
  const leaf = leafHash(fromBase64Url(places[0]?.entry ?? ''))
  return { text, verify: async () => void (await verifyTlogProof(text, leaf, policy)) }
}
