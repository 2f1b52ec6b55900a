import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { httpClient, succeed } from '../lib/http-client.ts'
import { medianOf, ratioOf, runRounds, type Sample } from '../lib/rounds.ts'
import { createAccount, startBenchServer } from '../lib/server.ts'
import { percentile } from '../lib/statistics.ts'

const IDLE = 'nobody else'
const CROWDS = [14, 60]
const P95 = 'p95 ms'
/** A person looks at pages; they do not ask as fast as they can. */
const PAUSE_MS = 10

/** One signed-in person, while strangers ask for relations below themselves, each from an address of their own. */
export const strangers: Entry = {
  name: 'b17-strangers',
  title: 'a page of a signed-in person, while strangers try nested embeds',
  holdsBack: 'one thread reads the requests of all, and refuses most of them before the database is asked.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const server = await startBenchServer({ environment: { MAILER_AUTOCONFIRM: 'true', TRUST_PROXY: 'true' } })
  const account = await createAccount(server.url)
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
  const measured = await runRounds(
    [
      { name: IDLE, verify: ask, run: measure },
      ...CROWDS.map((count) => ({ name: crowd(count), run: () => besideStrangers(server.url, count, measure) })),
    ],
    isQuick ? 1 : 5,
  )
  return {
    tables: [{ caption: 'One request after the other, with a pause', measured, ratioTo: [IDLE] }],
    aims: CROWDS.map((count) => ({
      what: `p95 with ${crowd(count)}, times that with ${IDLE}`,
      got: ratioOf(measured, crowd(count), IDLE),
      reachable: 3,
      ambitious: 2,
      isUpperBound: true,
    })),
    notes: [
      'The strangers run in the process of the bench and share the two cores with the server.',
      `Idle p95: ${(medianOf(measured, IDLE) ?? Number.NaN).toFixed(1)} ms.`,
    ],
  }
}

const crowd = (count: number): string => `${count} strangers`

/** Each stranger sends the next request when the last is answered, whatever it was answered by. */
async function besideStrangers(url: string, count: number, work: () => Promise<Sample>): Promise<Sample> {
  const nested = (levels: number): string =>
    levels === 0 ? 'id' : `status_incidents(status_incident_updates(${nested(levels - 1)}))`
  const path = `/rest/v1/status_incident_updates?select=${nested(4)}`
  const client = httpClient(url, count)
  const over = new AbortController()
  const crowdOf = Array.from({ length: count }, async (_, at) => {
    const headers = { 'x-forwarded-for': `198.51.100.${at + 1}` }
    while (!over.signal.aborted) await client(path, { headers })
  })
  try {
    return await work()
  } finally {
    over.abort()
    await Promise.allSettled(crowdOf)
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
