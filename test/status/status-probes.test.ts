import net from 'node:net'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Database } from '#server/db/database.ts'
import { BULK_PRIORITY } from '#server/jobs/jobs.ts'
import { createMail } from '#server/mail/mail.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { createProbes, type ProbeServices } from '#server/status/probes.ts'
import { incidentMail } from '#server/status/status-mails.ts'
import { cleanMailQueue, cleanStatus } from '#server/status/status.sql.ts'
import type { UpdateToMail } from '#server/status/subscribers.sql.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
/** With the tables of the queue and nobody who works it. */
let database: Database
let connection: PoolConfig
let drop: () => Promise<void>
beforeAll(async () => {
  server = await startServer()
  ;({ database, connection, drop } = await createTestDatabase())
})
afterAll(async () => {
  await drop()
  await server.stop()
})

const probes = (services: Partial<ProbeServices> = {}) =>
  createProbes({
    database,
    secrets: server.secrets,
    store: createDiskStore(`${server.config.dataDir}/storage`),
    mail: { reach: undefined, workedAtMs: () => -Infinity },
    ask: async () => '{}',
    ledger: server.ledger,
    ai: { probe: async () => 'not set up' },
    ...services,
  })

test('mails that nobody tries to send are an outage; some that cannot be delivered are not', async () => {
  expect(await probes().mail?.()).toBe('fine')
  const add = (count: number) =>
    database.owner(`select graphile_worker.add_job('send_mail', '{}') from generate_series(1, $1)`, [count])
  await add(1)
  expect(await probes().mail?.(), 'one that came just now').toBe('fine')

  await database.owner(`update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour'`)
  expect(await probes().mail?.(), 'one address that does not exist').toBe('fine')
  await add(19)
  await database.owner(`update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour'`)
  expect(await probes().mail?.(), 'a pattern').toBe('impaired')

  await add(1)
  await database.owner(
    `update graphile_worker._private_jobs set run_at = now() - interval '3 minutes' where attempts = 0`,
  )
  await expect(probes().mail?.()).rejects.toThrow('nobody sends them')
  await database.owner('delete from graphile_worker._private_jobs')
})

describe('mails to many subscribers', () => {
  const waiting = async (count: number, priority: number) => {
    await database.owner(
      `select graphile_worker.add_job('send_mail', '{}', run_at => now() - interval '10 minutes', priority => $2)
       from generate_series(1, $1)`,
      [count, priority],
    )
  }
  afterEach(() => database.owner('delete from graphile_worker._private_jobs'))

  test('are queued behind the others, and are no outage however long they wait', async () => {
    const mail = createMail({
      config: { smtpUrl: undefined, smtpTls: 'offered', mailFrom: 'a@example.org' },
      secrets: server.secrets,
      database,
    })
    const update: UpdateToMail = {
      title: 'Mail: outage',
      severity: 'medium',
      services: ['mail'],
      status: 'investigating',
      text: 'Since now.',
      created_at: new Date(),
      is_first: true,
    }
    const links = { page: 'https://vault.example/status', unsubscribe: 'https://vault.example/status/unsubscribe' }
    await database.asOwner((db) => mail.send(db, 'ada@example.org', incidentMail(update, links)))
    const { rows } = await database.owner<{ priority: number }>('select priority from graphile_worker.jobs')
    expect(rows).toEqual([{ priority: BULK_PRIORITY }])

    await waiting(50, BULK_PRIORITY)
    expect(await probes().mail?.()).toBe('fine')
  })

  test('a mail that waits is no outage while others are being sent', async () => {
    await waiting(1, 0)
    await expect(probes().mail?.()).rejects.toThrow('nobody sends them')
    expect(await probes({ mail: { reach: undefined, workedAtMs: () => performance.now() - 60_000 } }).mail?.()).toBe(
      'fine',
    )

    await waiting(1, 0)
    const lockOne = (ago: string) =>
      database.owner(
        `update graphile_worker._private_jobs set attempts = 1, locked_by = 'another node', locked_at = now() - $1::interval
         where id = (select max(id) from graphile_worker._private_jobs)`,
        [ago],
      )
    await lockOne('1 minute')
    expect(await probes().mail?.(), 'another node sends one').toBe('fine')
    await lockOne('3 minutes')
    await expect(probes().mail?.(), 'that node is gone').rejects.toThrow('nobody sends them')

    await database.owner(
      `update graphile_worker._private_jobs
       set locked_by = null, locked_at = null, run_at = now() - interval '1 minute' + exp(attempts) * interval '1 second'
       where attempts = 1`,
    )
    expect(await probes().mail?.(), 'one was tried a minute ago').toBe('fine')
  })
})

test('mails that were given up turn nothing yellow, and go after a week', async () => {
  await database.owner(`select graphile_worker.add_job('send_mail', '{}') from generate_series(1, 25)`)
  const age = (set: string) =>
    database.owner(`update graphile_worker._private_jobs set run_at = now() + interval '5 hours', ${set}`)
  const count = async () => (await database.owner('select from graphile_worker.jobs')).rowCount
  await age('attempts = 4')
  expect(await probes().mail?.()).toBe('impaired')
  await age(`created_at = now() - interval '25 hours'`)
  expect(await probes().mail?.(), 'of yesterday').toBe('fine')
  await age('created_at = now(), attempts = max_attempts')
  expect(await probes().mail?.(), 'given up').toBe('fine')

  await database.owner(cleanMailQueue)
  expect(await count()).toBe(25)
  await age(`created_at = now() - interval '8 days'`)
  await database.owner(cleanMailQueue)
  expect(await count()).toBe(0)
})

test('a login that is refused is not repeated at each probe, and one that works is asked for every five minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let isRefused = true
    const logins: number[] = []
    const begun = performance.now()
    const reach = () => {
      logins.push(Math.round((performance.now() - begun) / 60_000))
      return isRefused ? Promise.reject(new Error('535 authentication failed')) : Promise.resolve()
    }
    const { mail } = probes({ mail: { reach, workedAtMs: () => -Infinity } })
    const outcomes = async (rounds: number) => {
      const found: (string | undefined)[] = []
      for (let round = 0; round < rounds; round += 1) {
        found.push(await mail?.().catch((error: Error) => error.message))
        vi.advanceTimersByTime(30_000)
      }
      return [...new Set(found)]
    }
    expect(await outcomes(26), 'every round in between says the same').toEqual(['535 authentication failed'])
    expect(logins).toEqual([0, 1, 3, 8])
    isRefused = false
    expect(await outcomes(30)).toEqual(['fine'])
    expect(logins).toEqual([0, 1, 3, 8, 13, 18, 23])
  } finally {
    vi.useRealTimers()
  }
})

test('sign-in has failed when what is signed now cannot be verified with the keys that are handed out', async () => {
  const listed = JSON.stringify({ keys: server.secrets.publicKeys })
  const answering = (keys: string) => probes({ ask: async (path) => (path.endsWith('jwks.json') ? keys : '{}') })

  expect(await answering(listed).auth?.()).toBe('fine')
  await expect(answering('{"keys":[]}').auth?.()).rejects.toThrow()
})

test('storage has failed when it returns other bytes than it was given', async () => {
  const store = createDiskStore(`${server.config.dataDir}/storage`)
  const open: typeof store.open = async (blob) => ({ ...(await store.open(blob)), sendTo: async () => undefined })

  expect(await probes({ store }).storage?.()).toBe('fine')
  await expect(probes({ store: { ...store, open } }).storage?.()).rejects.toThrow('other bytes')
})

test('PostgreSQL that takes a statement and says nothing is given up after the limit, and asked again on another connection', async () => {
  const links: net.Socket[] = []
  const between = net.createServer((near) => {
    const far = net.connect(path.join(String(connection.host), '.s.PGSQL.5432'))
    for (const end of [near, far]) end.on('error', () => undefined)
    near.pipe(far).pipe(near)
    links.push(near)
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const { port } = between.address() as net.AddressInfo
  const reached = new Database({ ...connection, host: '127.0.0.1', port })
  try {
    await reached.answer(5000)
    for (const link of links) link.unpipe().pause()
    await expect(reached.answer(300)).rejects.toThrow('timeout')
    await reached.answer(5000)
    expect(links, 'the silent connections of both pools were dropped').toHaveLength(4)
  } finally {
    await reached.end()
    between.close()
  }
})

test('old samples go after a day, buckets after a month, unconfirmed addresses after two days', async () => {
  await database.owner(
    `insert into status.samples (service, slot, probed_at, outcome, response_ms, is_planned)
     values ('api', 1, now() - interval '25 hours', 'up', 3, false), ('api', 2, now() - interval '23 hours', 'up', 3, false)`,
  )
  await database.owner(
    `insert into status.buckets (service, starts_at, up, slow, down, planned)
     values ('api', now() - interval '32 days', 10, 0, 0, 0), ('api', now() - interval '30 days', 10, 0, 0, 0)`,
  )
  await database.owner(
    `insert into status.subscribers (email, asked_at, confirmed_at)
     values ('late@example.org', now() - interval '3 days', null), ('kept@example.org', now() - interval '3 days', now())`,
  )
  await database.owner(cleanStatus)

  const count = async (table: string) => (await database.owner(`select from status.${table}`)).rowCount
  expect([await count('samples'), await count('buckets'), await count('subscribers')]).toEqual([1, 1, 1])
})

test('events that wait for their places are impaired, then an outage; so is a database that is older than what was signed', async () => {
  await server.ledger.placeAll()
  expect(await probes().ledger?.()).toBe('fine')
  await server.database.owner(
    `insert into system_audit_log (event_type, event_category, action) values ('x', 'auth', 'x')`,
  )
  expect(await probes().ledger?.(), 'of this moment').toBe('fine')
  const wait = (time: string) =>
    server.database.owner(`update ledger.pending set added_at = now() - $1::interval`, [time])
  await wait('11 seconds')
  expect(await probes().ledger?.()).toBe('impaired')
  await wait('61 seconds')
  await expect(probes().ledger?.()).rejects.toThrow('waits for its place')
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
  expect(await probes().ledger?.()).toBe('fine')

  await server.database.owner('delete from ledger.checkpoints')
  await server.database.owner(`update ledger.logs set size = 0, roots = '{}'`)
  await expect(new Ledger(server).probe()).rejects.toThrow('holds less')
})
