import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromBase64Url, toBase64Url } from '#crypto/encoding.ts'
import { verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { VaultApi } from '#vault/session/api.ts'
import { evidenceArchive } from '#web/workers/evidence/evidence-archive.ts'
import type { Proof } from '../browser/proof-page.ts'
import { startBrowser } from '../lib/browser.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { hammer } from '../lib/load.ts'
import { bundle, servePages } from '../lib/pages.ts'
import { runProgram } from '../lib/processes.ts'
import { medianOf, type Measured, runRounds, type Sample } from '../lib/rounds.ts'
import { percentile } from '../lib/statistics.ts'
import { startWire, type WireFixture } from '../wire/fixture.ts'
import { allPlaced, writeEvents } from './events.ts'

const LAG = 'an event: from its commit to its place'
const SIGNED = 'an event: from its commit to a signed root over it'
const PROVE = 'server: proof of an event, over HTTP'
const VERIFY = 'Node: that proof, with both signatures'
const IN_BROWSER = 'Chromium: the same'
const COMMAND = 'quantumshield verify-evidence, 100 events'
const ALONE = 'quantumshield --version'
const ROOT = path.resolve(import.meta.dirname, '../..')

/** How long an event waits, and what a proof of it takes. */
export const proof: Entry = {
  name: 'l03-proof',
  title: 'the way of one event into the ledger, and a proof of it out of 10,000',
  holdsBack:
    'the sequencer looks four times a second and signs a log once in two seconds, on purpose: that is the wait.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const wire = await startWire()
  const { account, owner } = wire
  await writeEvents(owner, account.userId, isQuick ? 500 : 10_000)
  await allPlaced(owner)
  const event = await writeEvents(owner, account.userId, 1)
  await signed(wire, event)
  const { text, proof, verify } = await verifier(wire, event)
  const inBrowser = await browserVerifier(proof)
  const archive = await saveEvidence(wire, folder)
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
      { name: IN_BROWSER, run: () => inBrowser(ms) },
    ],
    isQuick ? 2 : 5,
  )
  const commands = await runCommands(archive, isQuick ? 2 : 7)
  return {
    tables: [
      { caption: 'waits', measured: waits, ratioTo: [] },
      { caption: 'proofs, one at a time', measured: works, ratioTo: [VERIFY] },
      { caption: 'from the start of the command to its end', measured: commands, ratioTo: [ALONE] },
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
async function verifier(
  wire: WireFixture,
  event: string,
): Promise<{ text: string; proof: Proof; verify: () => Promise<void> }> {
  const text = await prove(wire, event)
  const { logs } = (await (await get(wire, '/logs')).json()) as { logs: { kind: string; keys: string[] }[] }
  const keys = logs.find(({ kind }) => kind === 'organisation')?.keys ?? []
  const rules = `${keys.map((key) => `log ${key}\n`).join('')}quorum none\n`
  const policy = parsePolicy(rules)
  const answer = await fetch(`${wire.server.url}/audit/v1/events/places`, {
    method: 'POST',
    headers: wire.json,
    body: JSON.stringify({ events: [event] }),
  })
  const { places } = (await answer.json()) as { places: { entry: string }[] }
  const leaf = leafHash(fromBase64Url(places[0]?.entry ?? ''))
  return {
    text,
    proof: { text, leaf: toBase64Url(leaf), policy: rules },
    verify: async () => void (await verifyTlogProof(text, leaf, policy)),
  }
}

async function browserVerifier(proof: Proof): Promise<(ms: number) => Promise<Sample>> {
  const url = await servePages({ '/page.js': await bundle('proof-page.ts') })
  const { page } = await startBrowser()
  await page.goto(url)
  await page.waitForFunction(() => 'verifyProof' in globalThis)
  return async (ms) => {
    const times = await page.evaluate(([what, length]) => globalThis.verifyProof(what, length), [proof, ms] as const)
    const seconds = times.reduce((sum, one) => sum + one, 0) / 1000
    return { 'per second': times.length / seconds, 'p50 ms': percentile(times, 50), 'p99 ms': percentile(times, 99) }
  }
}

/** The bundle that Audit Logs would save of the newest events. @returns its path */
async function saveEvidence({ server, account }: WireFixture, folder: string): Promise<string> {
  const { userId, headers } = account
  const api = new VaultApi({
    baseUrl: server.url,
    publishableKey: headers.apikey,
    accessToken: async () => headers.authorization.replace('Bearer ', ''),
  })
  const rows = await listAuditEvents(api, { filter: { userId }, limit: 100 })
  const { parts } = await collectEvidence(api, rows, { memory: newLogMemory(), userId, nowMs: Date.now() })
  const file = await evidenceArchive(parts, new Date())
  const archive = path.join(folder, file.name)
  fs.writeFileSync(archive, Buffer.from(await file.arrayBuffer()))
  return archive
}

const runCommands = (archive: string, rounds: number): Promise<Measured[]> =>
  runRounds(
    [
      { name: COMMAND, run: () => runCommand(['verify-evidence', archive]) },
      { name: ALONE, run: () => runCommand(['--version']) },
    ],
    rounds,
  )

async function runCommand(words: string[]): Promise<Sample> {
  const from = performance.now()
  await runProgram(process.execPath, [path.join(ROOT, 'cli/quantumshield.mjs'), ...words])
  return { ms: performance.now() - from }
}
