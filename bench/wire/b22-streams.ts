import { randomUUID } from 'node:crypto'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { createAuthority } from '../../test/support/counterparts/test-authority.ts'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import type { Measured } from '../lib/rounds.ts'
import { startBenchServer } from '../lib/server.ts'
import { summarise } from '../lib/statistics.ts'

const ORGANISATIONS = 100
const SLOW_STREAMS = 12
const SLOW_ANSWER_MS = 9000
/** An event of each of the others. */
const EVERY_MS = 5000
const MAX_MS = 3000
const QUIET = 'nobody is slow'
const BESIDE = 'one organisation has 12 slow receivers and an event a second'

/** One organisation whose receivers take their time, and everybody else. */
export const streams: Entry = {
  name: 'b22-streams',
  title: 'an event of the audit log reaches the receiver of its organisation, among 100 organisations',
  holdsBack:
    'the sequencer gives an event its place in rounds, and streams that are due are looked for once a second; both come before anything is sent.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const receiver = await startReceiver()
  const server = await startBenchServer({ environment: { OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'error' } })
  const owner = new Pool({ host: server.databaseSocket, user: 'postgres', database: 'quantumshield', max: 4 })
  owner.on('error', () => undefined)
  whenDone(() => owner.end())
  const [slow = '', ...others] = await makeOrganisations(owner)
  for (const id of others) await addStream(owner, id, receiver, 'quick')
  for (let at = 0; at < SLOW_STREAMS; at += 1) await addStream(owner, slow, receiver, 'slow')
  const forMs = isQuick ? 8000 : 60_000
  // The first event makes the log of its organisation.
  await measure(owner, receiver, { others, slow: null, forMs: EVERY_MS })
  const quiet = await measure(owner, receiver, { others, slow: null, forMs })
  const beside = await measure(owner, receiver, { others, slow, forMs })
  return {
    tables: [
      {
        caption: 'milliseconds from commit to receiver',
        measured: [rowOf(QUIET, quiet), rowOf(BESIDE, beside)],
        ratioTo: [QUIET],
      },
    ],
    aims: [
      {
        what: 'the slowest event of another organisation, beside the slow one',
        got: Math.max(...beside.took),
        reachable: MAX_MS,
        ambitious: 2000,
        isUpperBound: true,
        unit: 'ms',
      },
      {
        what: 'the slowest event, times the slowest where nobody is slow',
        got: Math.max(...beside.took) / Math.max(...quiet.took),
        reachable: 1.5,
        ambitious: 1.1,
        isUpperBound: true,
      },
      {
        what: 'events of others that never came',
        got: quiet.lost + beside.lost,
        reachable: 0,
        ambitious: 0,
        isUpperBound: true,
      },
    ],
    notes: [
      `${quiet.took.length} and ${beside.took.length} events of ${others.length} organisations, each an event every ${EVERY_MS / 1000} s; slow receivers answer after ${SLOW_ANSWER_MS / 1000} s. Everything on one machine over loopback.`,
    ],
  }
}

type Receiver = { port: number; ca: string; arrived: Map<string, number> }

/** Answers at once, or below `/slow` after nine seconds; notes when each mark came first. */
async function startReceiver(): Promise<Receiver> {
  const { ca, cert, key } = createAuthority()
  const arrived = new Map<string, number>()
  const server = https.createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      for (const [mark] of body.matchAll(/mark-[0-9a-f-]{36}/g))
        if (!arrived.has(mark)) arrived.set(mark, performance.now())
      const isSlow = request.url?.startsWith('/slow') ?? false
      setTimeout(() => response.writeHead(204).end(), isSlow ? SLOW_ANSWER_MS : 0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, ca, arrived }
}

async function makeOrganisations(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.tenants (name) select 'Organisation ' || n from generate_series(1, $1::int) as n returning id`,
    [ORGANISATIONS],
  )
  return rows.map(({ id }) => id)
}

/** As the page adds one: a receiver without a secret needs none of the server's. */
async function addStream(owner: Pool, tenant: string, { port, ca }: Receiver, pace: 'quick' | 'slow'): Promise<void> {
  const id = randomUUID()
  await owner.query(
    `insert into public.event_streams (id, tenant_id, name, kind, address, format, ca) values ($1, $2, $3, 'loki', $4, 'json', $5)`,
    [id, tenant, `${pace} ${id}`, `https://127.0.0.1:${port}/${pace}`, ca],
  )
  await owner.query('insert into streams.states (stream_id) values ($1) on conflict do nothing', [id])
}

type Latencies = { took: number[]; lost: number }

/** Events of the others, evenly, and one a second of the slow organisation. */
async function measure(
  owner: Pool,
  { arrived }: Receiver,
  { others, slow, forMs }: { others: readonly string[]; slow: string | null; forMs: number },
): Promise<Latencies> {
  const committed = new Map<string, number>()
  const record = async (tenant: string): Promise<string> => {
    const mark = `mark-${randomUUID()}`
    await owner.query(
      `insert into public.system_audit_log (tenant_id, event_type, event_category, action, details)
       values ($1, 'login.failed', 'auth', 'login', jsonb_build_object('mark', $2::text))`,
      [tenant, mark],
    )
    return mark
  }
  const over = performance.now() + forMs
  const slowEvents = slow === null ? undefined : everySecond(() => record(slow), over)
  for (let at = 0; performance.now() < over; at += 1) {
    const mark = await record(others[at % others.length] ?? '')
    committed.set(mark, performance.now())
    await sleep(EVERY_MS / others.length)
  }
  await slowEvents
  for (let waited = 0; waited < 30_000 && [...committed.keys()].some((mark) => !arrived.has(mark)); waited += 100)
    await sleep(100)
  const took = [...committed].flatMap(([mark, at]) => {
    const came = arrived.get(mark)
    return came === undefined ? [] : [Math.max(0, came - at)]
  })
  return { took, lost: committed.size - took.length }
}

const rowOf = (name: string, { took }: Latencies): Measured => ({ name, metrics: new Map([['ms', summarise(took)]]) })

async function everySecond(work: () => Promise<unknown>, over: number): Promise<void> {
  while (performance.now() < over) {
    await work()
    await sleep(1000)
  }
}
