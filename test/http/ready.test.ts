import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { startFauxqs } from 'fauxqs'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Database } from '#server/db/database.ts'
import { Readiness, type ReadinessServices } from '#server/health/readiness.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { freePort } from '../support/server/server-process.ts'
import { TestClock } from '../support/server/test-clock.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
const clock = new TestClock()

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
})
afterAll(() => server.stop())

const folderNamed = (name: string) => path.join(server.config.dataDir, name)

/** Of parts that are ready, but for `changes`. */
function readinessOf(changes: Partial<ReadinessServices> = {}) {
  const said: { level: 'error' | 'warn'; part: unknown }[] = []
  const hear = (level: 'error' | 'warn') => (context: unknown) =>
    void said.push({
      level,
      part: typeof context === 'object' && context && 'part' in context ? context.part : undefined,
    })
  const readiness = new Readiness({
    database: server.database,
    store: createDiskStore(folderNamed('ready')),
    folders: [server.config.dataDir],
    freeBytes: 1,
    log: { error: hear('error'), warn: hear('warn') },
    clock,
    ...changes,
  })
  return { readiness, said }
}

async function ready(): Promise<{ status: number; body: unknown }> {
  const response = await server.fetch('/readyz')
  return { status: response.status, body: await response.json() }
}

test.each([
  ['staging', 'staging'],
  ['blobs', 'storage'],
])('a server whose folder %s is gone names %s, and is ready again when it is back', async (folder, part) => {
  const [there, away] = [folderNamed(`storage/${folder}`), folderNamed(`storage/${folder}-away`)]
  server.clock.advance(3)
  expect(await ready()).toEqual({ status: 200, body: { status: 'ok' } })
  fs.renameSync(there, away)

  expect(await ready(), 'an answer counts for three seconds').toMatchObject({ status: 200 })
  server.clock.advance(3)
  expect(await ready()).toEqual({ status: 503, body: { status: 'error', failing: [part] } })

  fs.renameSync(away, there)
  expect(await ready(), 'what is not ready counts for half a second').toMatchObject({ status: 503 })
  server.clock.advance(0.5)
  expect(await ready()).toEqual({ status: 200, body: { status: 'ok' } })
  expect(
    fs.readdirSync(there).filter((name) => name.startsWith('.')),
    'nothing of the question stays',
  ).toEqual([])
})

test('a balancer that tells refusals apart hears 404 once it is more than one slow moment', async () => {
  const [there, away] = [folderNamed('storage/staging'), folderNamed('storage/staging-away')]
  const toldApart = async () => (await server.fetch('/readyz?otherwise=404')).status
  server.clock.advance(3)
  expect(await toldApart()).toBe(200)
  fs.renameSync(there, away)
  server.clock.advance(3)
  expect(await toldApart()).toBe(503)
  server.clock.advance(0.5)
  expect(await toldApart()).toBe(404)
  expect((await ready()).status).toBe(503)

  fs.renameSync(away, there)
  server.clock.advance(0.5)
  expect(await toldApart()).toBe(200)
  fs.renameSync(there, away)
  server.clock.advance(3)
  expect(await toldApart()).toBe(503)
  fs.renameSync(away, there)
  server.clock.advance(0.5)
  expect(await toldApart()).toBe(200)
})

test('a disk without room is named, unless nobody asked to look', async () => {
  expect(await readinessOf({ freeBytes: Number.MAX_SAFE_INTEGER }).readiness.failing()).toEqual(['disk'])
  expect(await readinessOf({ freeBytes: 0, folders: ['/there/is/none'] }).readiness.failing()).toEqual([])
  expect(await readinessOf({ folders: ['/there/is/none'] }).readiness.failing()).toEqual(['disk'])
})

test('a database that is not there is named', async () => {
  const port = await freePort()
  const away = new Database({ host: '127.0.0.1', port, user: 'postgres', database: 'none' })
  onTestFinished(() => away.end())

  expect(await readinessOf({ database: away }).readiness.failing()).toEqual(['database'])
})

test('a bucket is asked as well: one that is there, one that is not any more, and a server that says nothing', async () => {
  const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const settings = {
    endpoint: `http://127.0.0.1:${s3.port}`,
    region: 'us-east-1',
    bucket: 'vault',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    sharesUploads: true,
  }
  const { endpoint, region } = settings
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'vault' }))
  client.destroy()
  const store = await createS3Store(folderNamed('s3'), settings)
  const { readiness } = readinessOf({ store })
  expect(await readiness.failing()).toEqual([])

  await s3.stop()
  clock.advance(3)
  expect(await readiness.failing()).toEqual(['storage'])

  const silent = net.createServer()
  await new Promise<void>((resolve) => silent.listen(s3.port, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  silent.on('connection', (socket) => onTestFinished(() => void socket.destroy()))
  clock.advance(3)
  expect(await readiness.failing()).toEqual(['storage'])
})

test('who asks often asks nobody anything, and what hangs is not asked again while it does', async () => {
  let asked = 0
  const hanging = {
    ...createDiskStore(folderNamed('hanging')),
    // As a folder of a file server that is gone.
    checkStaging: () => {
      asked += 1
      return new Promise<void>(() => undefined)
    },
  }
  const { readiness, said } = readinessOf({ store: hanging })

  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness.failing()))
  expect(new Set(answers.map((failing) => failing.join()))).toEqual(new Set(['staging']))
  clock.advance(3)
  expect(await readiness.failing()).toEqual(['staging'])

  expect(asked).toBe(1)
  expect(said).toEqual([{ level: 'error', part: 'staging' }])
})

test('the log says once that a part is not ready, and once that it is again', async () => {
  let isFull = true
  const store = {
    ...createDiskStore(folderNamed('said')),
    checkStore: async () => {
      if (isFull) throw new Error('full')
    },
  }
  const { readiness, said } = readinessOf({ store })
  for (let time = 0; time < 3; time++) {
    await readiness.failing()
    clock.advance(3)
  }
  isFull = false
  await readiness.failing()

  expect(said).toEqual([
    { level: 'error', part: 'storage' },
    { level: 'warn', part: 'storage' },
  ])
})
