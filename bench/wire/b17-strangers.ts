import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { httpClient, succeed } from '../lib/http-client.ts'
import { medianOf, ratioOf, runRounds, type Sample } from '../lib/rounds.ts'
import { createAccount, startBenchServer } from '../lib/server.ts'
import { percentile } from '../lib/statistics.ts'

const IDLE = 'nobody else'
const P95 = 'p95 ms'

/** Who sends what nobody should. `answered` counts. */
export type Crowd = { url: string; senders: ReadonlyArray<Record<string, string>>; answered: Int32Array }
/** A person looks at pages; they do not ask as fast as they can. */
const PAUSE_MS = 10

/** One signed-in person, while others ask for relations below themselves: strangers, or one account over many connections. */
export const strangers: Entry = {
  name: 'b17-strangers',
  title: 'a page of a signed-in person, while strangers try nested embeds',
  holdsBack:
    'the strangers, the server and PostgreSQL share two cores; the server starts requests in turns, people first.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const server = await startBenchServer({
    environment: { MAILER_AUTOCONFIRM: 'true', TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '1' },
  })
  const account = await createAccount(server.url)
  const abuser = await createAccount(server.url, 'abuser')
  await seedIncident(server.databaseSocket)
  const client = httpClient(server.url, 1)
  const page = '/rest/v1/profiles?select=user_id,first_name,tenants(name)'
  const own = { ...account.headers, 'x-forwarded-for': '192.0.2.1' }
  const ask = async (): Promise<void> => void (await succeed(client(page, { headers: own })))
  const ms = isQuick ? 500 : 4000

  const measure = async (): Promise<Sample> => {
    const times: number[] = []
    for (const until = performance.now() + ms; performance.now() < until; await sleep(PAUSE_MS)) {
      const from = performance.now()
      await ask()
      times.push(performance.now() - from)
    }
    return { [P95]: percentile(times, 95), 'p50 ms': percentile(times, 50) }
  }
  const crowds = [
    { name: '14 strangers', senders: strangersOf(14) },
    { name: '60 strangers', senders: strangersOf(60) },
    { name: 'one account sixty times', senders: Array.from({ length: 60 }, () => abuser.headers) },
  ]
  const measured = await runRounds(
    [
      { name: IDLE, verify: ask, run: async () => ({ ...(await measure()), 'answers/s to them': 0 }) },
      ...crowds.map(({ name, senders }) => ({ name, run: () => beside({ url: server.url, senders }, measure) })),
    ],
    isQuick ? 1 : 5,
  )
  return {
    tables: [{ caption: 'One request after the other, with a pause', measured, ratioTo: [IDLE] }],
    aims: crowds.map(({ name }) => ({
      what: `p95 beside ${name}, times that with ${IDLE}`,
      got: ratioOf(measured, name, IDLE),
      reachable: 3,
      ambitious: 2,
      isUpperBound: true,
    })),
    notes: [
      'The others run in a thread of the bench and share the two cores with the server.',
      `Idle p95: ${(medianOf(measured, IDLE) ?? Number.NaN).toFixed(1)} ms.`,
    ],
  }
}

/** Each with an address of its own. */
const strangersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ 'x-forwarded-for': `198.51.100.${at + 1}` }))

/** The crowd has a thread of its own: the person's clock must not wait for answers that are not theirs. */
async function beside(crowd: Omit<Crowd, 'answered'>, work: () => Promise<Sample>): Promise<Sample> {
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const workerData: Crowd = { ...crowd, answered }
  const from = performance.now()
  const thread = new Worker(new URL('stranger-thread.ts', import.meta.url), { workerData })
  const failed = new Promise<never>((_, reject) => thread.once('error', reject))
  try {
    const sample = await Promise.race([work(), failed])
    const seconds = (performance.now() - from) / 1000
    return { ...sample, 'answers/s to them': Atomics.load(answered, 0) / seconds }
  } finally {
    await thread.terminate()
  }
}

/** One incident with twelve updates: what the strangers multiply. */
async function seedIncident(socket: string): Promise<void> {
  const owner = new Pool({ host: socket, user: 'postgres', database: 'quantumshield', max: 1 })
  whenDone(() => owner.end())
  await owner.query(`with incident as (
      insert into public.status_incidents (title, description, status, severity, services)
      values ('Slow', 'Slow', 'investigating', 'low', array[(status.service_ids())[1]]) returning id)
    insert into public.status_incident_updates (incident_id, status, text)
    select id, 'investigating', 'Still slow' from incident, generate_series(1, 12)`)
}
