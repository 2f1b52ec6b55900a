import net from 'node:net'
import path from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { Database } from '#server/db/database.ts'
import { listenForever } from '#server/db/listen.ts'
import { watchForSilence } from '#server/db/watch.ts'
import { administer } from '../support/server/test-database.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../support/server/empty-database.ts'

const SOON = { afterMs: 300, everyMs: 50, askMs: 500 }

let database: EmptyDatabase
let line: { port: number; forget: () => void; silence: () => void; stop: () => void }
let connection: PoolConfig
beforeEach(async () => {
  database = await createEmptyDatabase()
  line = await startLine(path.join(inject('postgresSocket'), '.s.PGSQL.5432'))
  connection = { host: '127.0.0.1', port: line.port, user: 'postgres', database: database.name }
})
afterEach(async () => {
  line.stop()
  await database.drop()
})

/** To PostgreSQL. What it forgets stays open for the client and leads nowhere; new connections work. */
async function startLine(socket: string): Promise<typeof line> {
  const known = new Map<net.Socket, net.Socket>()
  const clients = new Set<net.Socket>()
  let isSilent = false
  const listener = net.createServer((client) => {
    const server = net.connect(socket)
    if (!isSilent) known.set(client, server)
    clients.add(client)
    client.on('data', (chunk) => known.has(client) && server.write(chunk))
    client.on('close', () => server.destroy())
    server.on('data', (chunk) => known.has(client) && client.write(chunk))
    server.on('end', () => known.has(client) && client.end())
    for (const one of [client, server]) one.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    port: (listener.address() as net.AddressInfo).port,
    forget: () => known.clear(),
    silence: () => {
      isSilent = true
      known.clear()
    },
    stop: () => {
      for (const client of clients) client.destroy()
      listener.close()
    },
  }
}
/** The processes of the server that the line led to are gone, as with the machine that it ran on. */
async function failOver(): Promise<void> {
  line.forget()
  await database.client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}
function watchedPool(max: number, to = connection): Pool {
  const pool = new Pool({ ...to, max })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  watchForSilence(pool, to, SOON)
  return pool
}

test('connections to a server that is gone without a word are dropped, and the pool works again', async () => {
  const pool = watchedPool(3)
  const waiting = [1, 2, 3].map(() => pool.query('select pg_sleep(60)'))
  await expect.poll(sleeping).toBe(3)
  await failOver()

  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('so are those that a firewall forgot, whose server waits for the next statement', async () => {
  const pool = watchedPool(1)
  await pool.query('select')
  line.forget()
  await expect(pool.query('select')).rejects.toThrow()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('so are those that a firewall forgot in the middle of a transaction', async () => {
  const pool = watchedPool(1)
  const client = await pool.connect()
  await client.query('begin')
  line.forget()
  await expect(client.query('select')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('where new connections get no answer either, those that wait are dropped', async () => {
  const pool = watchedPool(1)
  const waiting = pool.query('select pg_sleep(60)')
  await expect.poll(sleeping).toBe(1)
  line.silence()
  await expect(waiting).rejects.toThrow()
  await pool.end()
})

test('a server that says it has no connection to spare is there: who waits keeps waiting', async () => {
  await database.client.query(`create role spare login connection limit 1`)
  onTestFinished(() => administer('drop role spare'))
  const pool = watchedPool(1, { ...connection, user: 'spare' })
  expect((await pool.query('select 1 as one, pg_sleep(2)')).rows).toMatchObject([{ one: 1 }])
  await pool.end()
})

test('a statement that only takes long, a transaction whose client does something else, and a listener are left alone', async () => {
  const pool = watchedPool(3)
  const [client, listener] = [await pool.connect(), await pool.connect()]
  await client.query('begin')
  await listener.query('listen news')
  expect((await pool.query('select 1 as one, pg_sleep(2)')).rowCount).toBe(1)
  await client.query('commit')
  client.release()
  await listener.query('unlisten news')
  listener.release()
  await pool.end()
})

test('a listener hears again from the server that came after', async () => {
  const heard: (string | undefined)[] = []
  const stop = listenForever(connection, ['news'], (one) => heard.push(one?.payload), { heartbeatMs: 300 })
  await expect.poll(() => heard).toEqual([undefined])
  await failOver()
  await expect.poll(() => heard).toEqual([undefined, undefined])
  await database.client.query(`notify news, 'second'`)
  await expect.poll(() => heard.at(-1)).toBe('second')
  await stop()
})

test('the database does not count as there while one of the pools gets no answer', async () => {
  const own = new Database({ ...connection, host: inject('postgresSocket'), port: 5432 }, connection)
  await own.answer(2000)
  line.stop()
  await expect(own.answer(300)).rejects.toThrow()
  await own.end()
})

async function sleeping(): Promise<number> {
  const { rows } = await database.client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}
