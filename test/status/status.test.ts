import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { STATUS_SERVICES, type StatusDocument } from '#contract/status.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { StatusReport } from '#server/status/status-document.ts'
import { statusFeed } from '#server/status/status-feed.ts'
import { StatusRounds } from '#server/status/status-rounds.ts'
import { administer } from '../support/server/test-database.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let rounds: StatusRounds
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  rounds = server.probe()
})
// Nobody gives places here otherwise, and what waits for long is not operational.
beforeEach(async () => {
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.owner('delete from public.status_incidents')
  await server.database.owner('delete from status.samples')
  await server.database.owner('delete from status.buckets')
  await server.database.owner('delete from status.rounds')
})

const MINUTE = 60_000
/** Rounds every 30 seconds from one moment of the past to another, in minutes before now. */
async function measure(from: number, to: number): Promise<void> {
  for (let minutes = from; minutes >= to; minutes -= 0.5) await rounds.round(new Date(now - minutes * MINUTE))
}
let now: number
beforeEach(() => {
  now = Date.now()
})

/** Not cached: a report of its own each time. */
const report = (): Promise<StatusDocument> => new StatusReport(server.database, () => rounds).current(new Date(now))
const item = (document: StatusDocument, id: string) => document.services.find((service) => service.id === id)

/** Makes the folder of blobs useless, as a lost disk would; unlike a mode, that holds for root as well. */
async function whileStorageIsBroken(work: () => Promise<void>): Promise<void> {
  const blobs = path.join(server.config.dataDir, 'storage', 'blobs')
  await fs.rename(blobs, `${blobs}.away`)
  await fs.writeFile(blobs, '')
  try {
    await work()
  } finally {
    await fs.rm(blobs)
    await fs.rename(`${blobs}.away`, blobs)
  }
}

test('SQL and the contract agree on the services', async () => {
  const { rows } = await server.database.owner<{ ids: string[] }>('select status.service_ids() as ids')
  expect(rows[0]?.ids).toEqual(STATUS_SERVICES.map(({ id }) => id))
})

test('before the first round nothing is known, so nothing is green', async () => {
  const document = await report()

  expect(document).toMatchObject({ status: null, checkedAt: null })
  expect(document.services.map(({ status }) => status)).toEqual(STATUS_SERVICES.map(() => null))
  expect(document.services.map(({ uptime }) => uptime)).toEqual(STATUS_SERVICES.map(() => null))
})

test('a round measures every service that is set up, and what is not stays without data', async () => {
  await measure(0, 0)

  const document = await report()
  expect(document.status).toBe('operational')
  for (const id of ['api', 'database', 'storage', 'auth', 'mail', 'ledger']) {
    const measured = item(document, id)
    expect(measured, id).toMatchObject({ status: 'operational', uptime: 100, isSetUp: true })
    expect(measured?.responseTime, id).toBeGreaterThanOrEqual(0)
    expect(measured?.days).toHaveLength(30)
    expect(measured?.days.at(-1), id).toMatchObject({ status: 'operational', probes: 1 })
    expect(measured?.days[0], id).toMatchObject({ status: null, uptime: null, probes: 0 })
  }
  // Without embeddings and a model server there is no outage.
  expect(item(document, 'ai')).toMatchObject(
    isInstalled()
      ? { status: 'operational', uptime: 100, isSetUp: true }
      : { status: null, uptime: null, responseTime: null, isSetUp: false },
  )
  const left = await fs.readdir(path.join(server.config.dataDir, 'storage', 'staging'))
  expect(left, 'nothing of the probe stays').toEqual([])
})

test('a half minute is measured once, also when two nodes try', async () => {
  await Promise.all([rounds.round(new Date(now)), server.probe().round(new Date(now))])
  rounds = server.probe()
  await rounds.round(new Date(now))

  const { rows } = await server.database.owner<{ up: number }>(`select sum(up)::int as up from status.buckets`)
  expect(rows[0]?.up).toBe(isInstalled() ? 7 : 6)
})

test('a broken store is an outage, opens one incident after two minutes, and heals', async () => {
  await measure(12, 11)
  await whileStorageIsBroken(async () => {
    await measure(10.5, 10.5)
    expect(item(await reportAt(10.5), 'storage')?.status).toBe('degraded')
    await measure(10, 9)
    expect(await reportAt(9)).toMatchObject({ status: 'outage', incidents: [] })
    await measure(8.5, 7.5)
  })
  const during = await reportAt(7.5)
  expect(item(during, 'storage')).toMatchObject({ status: 'outage' })
  expect(item(during, 'database')).toMatchObject({ status: 'operational', uptime: 100 })
  expect(during.incidents).toMatchObject([
    {
      title: 'File storage: outage',
      status: 'investigating',
      severity: 'high',
      services: ['storage'],
      is_automatic: true,
      resolved_at: null,
    },
  ])

  await measure(7, 2.5)
  expect((await reportAt(2.5)).incidents, 'four and a half good minutes').toMatchObject([{ status: 'investigating' }])
  await measure(2, 0)
  const healed = await report()
  expect(healed.status).toBe('operational')
  expect(healed.incidents).toMatchObject([{ status: 'resolved', updates: [{ status: 'resolved' }, {}] }])
  const today = item(healed, 'storage')
  expect(today?.uptime).toBeLessThan(100)
  // Near midnight the failures may belong to yesterday.
  expect(today?.days.slice(-2).map(({ status }) => status)).toContain('outage')

  const feed = statusFeed(healed, 'https://vault.example')
  expect(feed).toContain('<title><![CDATA[Resolved: File storage: outage]]></title>')
})

function reportAt(minutes: number): Promise<StatusDocument> {
  return new StatusReport(server.database, () => rounds).current(new Date(now - minutes * MINUTE))
}

describe('while PostgreSQL does not answer', () => {
  test('the state comes from memory, and what was measured is saved when it is back', async () => {
    await measure(9, 8.5)
    const { rows } = await server.database.owner<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    // As a lost server: connections are cut and new ones refused.
    await administer(`alter database ${name} with allow_connections false`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    let during: StatusDocument
    try {
      await measure(8, 6)
      during = await reportAt(6)
    } finally {
      await administer(`alter database ${name} with allow_connections true`)
    }
    expect(during.status).toBe('outage')
    expect(item(during, 'database')).toMatchObject({ status: 'outage', uptime: null })
    expect(item(during, 'api')?.status).toBe('outage')
    expect(item(during, 'storage')?.status).toBe('operational')
    expect(during.historyAt).toBeNull()

    await measure(5.5, 5.5)
    const back = await reportAt(5.5)
    expect(back.incidents).toMatchObject([{ title: 'Database: outage', severity: 'critical', status: 'investigating' }])
    expect(back.incidents[0]?.services).toEqual(expect.arrayContaining(['database', 'api', 'auth', 'mail']))
    const { rows: counted } = await server.database.owner<{ down: number }>(
      `select sum(down)::int as down from status.buckets where service = 'database'`,
    )
    expect(counted[0]?.down).toBe(5)

    await measure(5, 0)
    expect((await report()).incidents).toMatchObject([{ status: 'resolved' }])
  })
})

test('samples that cannot be saved while the database answers do not make it silent: the history is of now', async () => {
  await measure(2, 1.5)
  await server.database.owner('alter table status.samples add constraint nothing_fits check (false) not valid')
  let during: StatusDocument
  try {
    await measure(1, 0)
    during = await report()
  } finally {
    await server.database.owner('alter table status.samples drop constraint nothing_fits')
  }
  expect(rounds.isDatabaseReachable).toBe(true)
  expect(during.historyAt).toBe(during.generatedAt)
  expect(during.status, 'from memory').toBe('operational')
  expect(during.checkedAt).toBe(new Date(now).toISOString())
  await rounds.round(new Date(now + MINUTE / 2))
  expect(rounds.hasUnsaved).toBe(false)
})

test('over HTTP a lost disk is an outage of storage alone, and ends when the disk is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const readAt = async (minutes: number) => {
    // Later than every document that the server may still keep.
    vi.setSystemTime(now + (10 + minutes) * MINUTE)
    return (await (await server.fetch('/status.json')).json()) as StatusDocument
  }
  await measure(-10, -10.5)
  const before = await readAt(0.5)
  expect(before.status).toBe('operational')
  expect(item(before, 'storage')).toMatchObject({ status: 'operational', uptime: 100 })
  await whileStorageIsBroken(() => measure(-11, -11.5))
  const during = await readAt(1.5)
  expect(during.status).toBe('outage')
  expect(item(during, 'storage')?.status).toBe('outage')
  expect(item(during, 'database')?.status).toBe('operational')
  await measure(-12, -12)
  const after = await readAt(2)
  expect(after.status).toBe('operational')
  expect(item(after, 'storage')?.uptime).toBeLessThan(100)
})

test('planned maintenance counts neither way and opens nothing', async () => {
  await server.database.owner(
    `insert into status_maintenance (title, services, starts_at, ends_at)
     values ('New disks', '{storage}', $1, $2)`,
    [new Date(now - 10 * MINUTE), new Date(now + MINUTE)],
  )
  await whileStorageIsBroken(() => measure(5, 0))

  const document = await report()
  expect(item(document, 'storage')).toMatchObject({ status: 'maintenance', uptime: null })
  expect(item(document, 'storage')?.days.at(-1)).toMatchObject({ status: 'maintenance' })
  expect(document).toMatchObject({ status: 'operational', incidents: [], maintenance: [{ title: 'New disks' }] })
  await server.database.owner('delete from status_maintenance')
})

test('a stopped server leaves a gap that counts neither way', async () => {
  await measure(10, 9)
  const later = await report()

  expect(later).toMatchObject({ status: null })
  expect(item(later, 'api')).toMatchObject({ status: null, uptime: 100 })
})

test('a month is read once a minute; states and incidents are of now', async () => {
  const kept = new StatusReport(server.database, () => rounds)
  const at = (seconds: number) => kept.current(new Date(now + seconds * 1000))
  const probes = (document: StatusDocument) =>
    (item(document, 'api')?.days ?? []).reduce((sum, day) => sum + day.probes, 0)
  const dayAt = (seconds: number) => new Date(now + seconds * 1000).getUTCDate()
  await measure(1, 1)
  expect(probes(await at(-60))).toBe(1)
  await measure(0.5, 0)
  await server.database.owner(
    `insert into status_incidents (title, description, status, severity, services)
     values ('Slow', 'Slow.', 'investigating', 'low', '{api}')`,
  )
  const soon = await at(-10)
  // Unless a day has just begun.
  if (dayAt(-60) === dayAt(-10)) expect(probes(soon)).toBe(1)
  expect(soon).toMatchObject({ checkedAt: new Date(now).toISOString(), incidents: [{ title: 'Slow' }] })
  expect(soon.historyAt).toBe(soon.generatedAt)
  expect(probes(await at(0))).toBe(3)
})

test('the document and the feed are open to every page, and kept for seconds', async () => {
  const answer = await server.fetch('/status.json')
  const feed = await server.fetch('/status/rss.xml')

  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=10')
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(feed.headers.get('content-type')).toContain('application/rss+xml')
  expect(await feed.text()).toContain('<rss version="2.0"')
})
