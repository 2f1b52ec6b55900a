import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { EmbeddingQueue } from '#server/embeddings/embedding-queue.ts'
import { Embeddings, embeddingsOf, EmbeddingsUnavailableError, LATER } from '#server/embeddings/embeddings.ts'
import { ENGINE_FOLDER, FILES, isInstalled } from '#server/embeddings/minilm.ts'
import { forgetVectors, keepVectors, MAX_KEPT_VECTORS } from '#server/embeddings/vectors.sql.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const installed = needs(isInstalled(), 'the embeddings: npm run studio')

let server: TestServer
let tenants: string[]
beforeAll(async () => {
  server = await startServer()
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into tenants (name) values ('One'), ('Other') returning id`,
  )
  tenants = rows.map(({ id }) => id)
})
afterAll(() => server.stop())

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
const kept = async (tenant: string): Promise<number> => {
  const { rows } = await server.database.owner<{ count: number }>(
    'select count(*)::integer as count from keywords.vectors where tenant_id = $1',
    [tenant],
  )
  return rows[0]?.count ?? 0
}

test('texts of one meaning are near each other, whatever their words', installed, async () => {
  const [invoice, bill, dog] = (await embeddingsOf(server.database).embed([
    'send an invoice',
    'bill a customer',
    'walk the dog',
  ])) as [Float32Array, Float32Array, Float32Array]
  expect(invoice).toHaveLength(384)
  expect(cosine(invoice, invoice)).toBeCloseTo(1, 4)
  expect(cosine(invoice, bill)).toBeGreaterThan(cosine(invoice, dog) + 0.2)
})

test('odd texts have vectors as well', installed, async () => {
  const odd = ['', ' ', '🔥🔥🔥', 'תוכנת גיבוי', '\ud800', 'a'.repeat(10_000), 'word '.repeat(5_000)]
  const vectors = await embeddingsOf(server.database).embed(odd)
  expect(vectors).toHaveLength(odd.length)
  for (const vector of vectors) expect(vector.every((value) => Number.isFinite(value))).toBe(true)
})

test('vectors are kept for their organisation alone, and read again', installed, async () => {
  const [one = '', other = ''] = tenants
  const embeddings = embeddingsOf(server.database)
  const [first] = await embeddings.embed(['kept text', 'kept text'], { tenant: one })
  expect([await kept(one), await kept(other)]).toEqual([1, 0])
  // A planted vector shows that it was read, and that the other organisation does not read it.
  const planted = new Float32Array(384).fill(0.5)
  await server.database.owner('update keywords.vectors set vector = $2 where tenant_id = $1', [
    one,
    Buffer.from(planted.buffer),
  ])
  const [again] = await embeddings.embed(['kept text'], { tenant: one })
  const [ofOther] = await embeddings.embed(['kept text'], { tenant: other })
  expect(again).toEqual(planted)
  expect(ofOther).toEqual(first)
})

test('what was not used for a season is forgotten, and what is too much', async () => {
  const [, other = ''] = tenants
  await server.database.owner('delete from keywords.vectors')
  const vector = new Float32Array(384)
  const key = (fill: number): Buffer => Buffer.alloc(32, fill)
  await keepVectors(server.database, other, [
    { key: key(1), vector },
    { key: key(2), vector },
  ])
  await server.database.owner('update keywords.vectors set used_on = current_date - 91 where key = $1', [key(1)])
  await server.database.owner(
    `insert into keywords.vectors (tenant_id, key, vector, used_on)
     select $1, sha256(n::text::bytea), $2, current_date - 1 from generate_series(1, $3::integer) n`,
    [other, Buffer.from(vector.buffer), MAX_KEPT_VECTORS],
  )
  await forgetVectors(server.database)
  expect(await kept(other)).toBe(MAX_KEPT_VECTORS)
  const { rows } = await server.database.owner('select from keywords.vectors where key = any ($1)', [[key(1), key(2)]])
  expect(rows).toHaveLength(1)
})

test('a question is answered before a long job that came first', installed, async () => {
  const embeddings = new Embeddings(server.database)
  const order: string[] = []
  const long = Array.from({ length: 64 }, (_, at) => `keyword number ${at} of a long job`)
  await Promise.all([
    embeddings.embed(long, { priority: LATER }).then(() => order.push('job')),
    embeddings.embed(['one question']).then(() => order.push('question')),
  ])
  expect(order).toEqual(['question', 'job'])
  await embeddings.stop()
})

test('a caller that cancels leaves the queue, and the others are answered', installed, async () => {
  const embeddings = new Embeddings(server.database)
  const cancelled = new AbortController()
  const left = embeddings.embed(
    Array.from({ length: 5000 }, (_, at) => `left ${at}`),
    { signal: cancelled.signal },
  )
  const other = embeddings.embed(['stays'], { priority: LATER })
  const started = performance.now()
  cancelled.abort(new Error('no longer wanted'))
  await expect(left).rejects.toThrow('no longer wanted')
  expect(await other).toHaveLength(1)
  // Those that were left would take a minute, at 9 ms each on an idle machine.
  expect(performance.now() - started).toBeLessThan(30_000)
  await expect(embeddings.embed(['late'], { signal: cancelled.signal })).rejects.toThrow('no longer wanted')
  await embeddings.stop()
})

test('the thread ends when nobody asks, and begins again', installed, async () => {
  const queue = new EmbeddingQueue({ idleMs: 50 })
  await queue.embed(['one'], 0, undefined)
  expect(queue.isAwake).toBe(true)
  await vi.waitFor(() => expect(queue.isAwake).toBe(false))
  expect(await queue.embed(['two'], 0, undefined)).toHaveLength(1)
  await queue.stop()
})

test('an answer counts while the thread sleeps, and a failure ends that', installed, async () => {
  const HOUR_MS = 3_600_000
  const queue = new EmbeddingQueue({ idleMs: 50 })
  expect(queue.hasAnsweredWithin(HOUR_MS)).toBe(false)
  await queue.embed(['one'], 0, undefined)
  await vi.waitFor(() => expect(queue.isAwake).toBe(false))
  expect(queue.hasAnsweredWithin(HOUR_MS)).toBe(true)
  expect(queue.hasAnsweredWithin(0)).toBe(false)
  await queue.stop()
  expect(queue.hasAnsweredWithin(HOUR_MS)).toBe(false)
})

test('a stop tells those who wait', installed, async () => {
  const queue = new EmbeddingQueue()
  const waiting = queue.embed(['never'], 0, undefined)
  const stopped = expect(waiting).rejects.toThrow('the server stops')
  await queue.stop()
  await stopped
})

test('weights that are not those that were tried are never used', installed, async () => {
  const folder = path.join(server.config.dataDir, 'other-engine')
  for (const file of Object.values(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    if (file === FILES.config) fs.writeFileSync(path.join(folder, file), `${read(file)} `)
    else fs.symlinkSync(path.join(ENGINE_FOLDER, file), path.join(folder, file))
  }
  const embeddings = new Embeddings(server.database, folder)
  expect(embeddings.state()).toBe('ready')
  await expect(embeddings.embed(['one'])).rejects.toThrow(EmbeddingsUnavailableError)
  expect(embeddings.state()).toBe('damaged')
})

test('a server without them says what to run', async () => {
  const embeddings = new Embeddings(server.database, path.join(server.config.dataDir, 'nowhere'))
  expect(embeddings.state()).toBe('not installed')
  await expect(embeddings.embed(['one'])).rejects.toThrow('Embeddings are not installed: run npm run studio')
})

const read = (file: string): string => fs.readFileSync(path.join(ENGINE_FOLDER, file), 'utf8')
