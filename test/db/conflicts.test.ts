import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { DatabaseBusyError } from '#server/db/database-busy-error.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.database.owner('create table public.counted (id integer primary key, count integer not null)')
  await server.database.owner('grant select, update on public.counted to service_role')
})
afterAll(() => server.stop())
beforeEach(() => server.database.owner('truncate public.counted'))
beforeEach(() => server.database.owner('insert into public.counted values (1, 0), (2, 0)'))

const countUp = 'update public.counted set count = count + 1'
const one = { text: `${countUp} where id = 1` }
const two = { text: `${countUp} where id = 2` }

const heard = vi.fn<(error: unknown) => void>()
beforeEach(() => {
  heard.mockClear()
  server.database.onConflict = heard
})

test('a single statement that meets another transaction is done again, and the log hears of it', async () => {
  const caller = { role: 'service_role', claims: {} } as const
  await meet(() => server.database.oneAsCaller(caller, { text: countUp }))
  expect(await counts()).toEqual([2, 2])
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ code: '40P01' }))
})

test('a transaction of several statements that meets another one asks to be tried again', async () => {
  const both = async (db: Transaction) => {
    await db.query(one)
    await db.query(two)
  }
  await expect(meet(() => server.database.asOwner(both))).rejects.toThrow(DatabaseBusyError)
  expect(await counts()).toEqual([1, 1])
  expect(heard).toHaveBeenCalledWith(expect.objectContaining({ code: '40P01' }))
})

/** Runs `work`, which counts the first row and then the second, while another transaction does so in the opposite order. */
async function meet(work: () => Promise<unknown>): Promise<void> {
  let met: Promise<unknown> = Promise.resolve()
  await server.database.asOwner(async (db) => {
    // The transaction that waits longer is the one that PostgreSQL ends.
    await db.query({ text: `set local deadlock_timeout = '1min'` })
    await db.query(two)
    met = work()
    met.catch(() => undefined)
    await expect.poll(() => waitingForLocks(server.database)).toBe(1)
    await db.query(one)
  })
  await met
}

async function counts(): Promise<number[]> {
  const { rows } = await server.database.owner<{ count: number }>('select count from public.counted order by id')
  return rows.map(({ count }) => count)
}
