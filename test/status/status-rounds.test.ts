import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lockIncidents } from '#server/status/incidents.sql.ts'
import { StatusRounds } from '#server/status/status-rounds.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.owner('delete from public.status_incidents')
  await server.database.owner('delete from status.samples')
  await server.database.owner('delete from status.buckets')
  await server.database.owner('delete from status.rounds')
})

const MINUTE = 60_000
let now: number
beforeEach(() => {
  now = Date.now()
})

test('a probe that gives no answer has failed after its limit, and is started again when it ends or two minutes have passed', async () => {
  let started = 0
  const stuck = new StatusRounds({
    database: server.database,
    probes: {
      storage: () => {
        started += 1
        return new Promise<'fine'>(() => undefined)
      },
    },
    log: { warn: () => undefined },
  })
  await stuck.round(new Date(now - MINUTE))
  await stuck.round(new Date(now - MINUTE / 2))

  const { rows } = await server.database.owner(`select service, outcome, response_ms from status.samples order by slot`)
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ service: 'storage', outcome: 'down', response_ms: null })))
  expect(started).toBe(1)
  const realMs = performance.now()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    vi.advanceTimersByTime(realMs + 130_000)
    await stuck.round(new Date(now))
    expect(started, 'two minutes later it is given up').toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a server that stops keeps nothing of the round under way, and makes no other', async () => {
  let fail: (error: Error) => void = () => undefined
  let asked = 0
  const stopping = new StatusRounds({
    database: server.database,
    probes: {
      api: () => {
        asked += 1
        return new Promise<'fine'>((_resolve, reject) => (fail = reject))
      },
    },
    log: { warn: () => undefined },
  })
  const round = stopping.round(new Date(now - MINUTE))
  let isEnded = false
  const end = stopping.stop().then(() => (isEnded = true))
  await expect.poll(() => asked).toBe(1)
  expect(isEnded).toBe(false)
  fail(new Error('closed'))
  await Promise.all([round, end])
  await stopping.round(new Date(now))

  expect(asked).toBe(1)
  expect((await server.database.owner('select from status.samples')).rowCount).toBe(0)
})

test('one incident for what the others stand on; a person who wrote of it is enough', async () => {
  const down = () => Promise.reject(new Error('down'))
  const failing = new StatusRounds({
    database: server.database,
    probes: { api: down, storage: down, mail: down },
    log: { warn: () => undefined },
  })
  await server.database.owner(
    `insert into status_incidents (title, description, status, severity, services)
     values ('Mails are late', 'We know.', 'identified', 'low', '{mail}')`,
  )
  for (let minutes = 4; minutes >= 0; minutes -= 0.5) await failing.round(new Date(now - minutes * MINUTE))

  const { rows } = await server.database.owner(
    'select opened_for, services from status_incidents where opened_for is not null',
  )
  expect(rows).toEqual([{ opened_for: 'storage', services: ['storage', 'api', 'mail'] }])
})

test('what a person resolved is not opened again at once, only when it still fails ten minutes later', async () => {
  const failing = new StatusRounds({
    database: server.database,
    probes: { storage: () => Promise.reject(new Error('down')) },
    log: { warn: () => undefined },
  })
  const failUntil = async (from: number, to: number) => {
    for (let minutes = from; minutes >= to; minutes -= 0.5) await failing.round(new Date(now - minutes * MINUTE))
  }
  const opened = async () => (await server.database.owner('select from status_incidents')).rowCount
  await failUntil(20, 17)
  await server.database.owner(`update status_incidents set status = 'resolved', resolved_at = $1`, [
    new Date(now - 17 * MINUTE),
  ])
  await failUntil(16.5, 8)
  expect(await opened()).toBe(1)
  await failUntil(7.5, 5)
  expect(await opened()).toBe(2)
})

test('nothing about incidents keeps samples from being saved, and what was left out is made up for', async () => {
  const failing = new StatusRounds({
    database: server.database,
    probes: { storage: () => Promise.reject(new Error('down')) },
    log: { warn: () => undefined },
  })
  const opened = async () => (await server.database.owner('select from status_incidents')).rowCount
  await server.database.asOwner(async (db) => {
    // As another node that hangs.
    await db.query({ text: lockIncidents })
    for (let minutes = 4; minutes >= 1; minutes -= 0.5) await failing.round(new Date(now - minutes * MINUTE))
    expect(failing.hasUnsaved).toBe(false)
    expect(await opened()).toBe(0)
  })
  await failing.round(new Date(now))
  expect(await opened()).toBe(1)
})

test('samples of hours ago that are walked again open no incident twice', async () => {
  const hoursAgo = now - 300 * MINUTE
  const state = { isDown: true }
  const node = () =>
    new StatusRounds({
      database: server.database,
      probes: { storage: () => (state.isDown ? Promise.reject(new Error('down')) : Promise.resolve('fine')) },
      log: { warn: () => undefined },
    })
  const story = async (rounds: StatusRounds) => {
    for (let half = 0; half <= 20; half += 1) {
      state.isDown = half < 8
      await rounds.round(new Date(hoursAgo + (half * MINUTE) / 2))
    }
  }
  await story(node())
  const all = 'select status from status_incidents'
  expect((await server.database.owner(all)).rows).toEqual([{ status: 'resolved' }])
  // Another node that measured the same half minutes while it had no connection.
  await server.database.owner('delete from status.rounds')
  await story(node())
  expect((await server.database.owner(all)).rows).toEqual([{ status: 'resolved' }])
})
