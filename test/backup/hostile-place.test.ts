import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { beginSnapshot, readTableStates } from '#server/backup/export-database.ts'
import { importDatabase } from '#server/backup/import-database.ts'
import { type Opened, restoreContents, restoreDatabase } from '#server/backup/restore-backup.ts'
import { sealStream } from '#server/backup/sealed-stream.ts'
import { openBucket } from '#server/storage/places/s3-place.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { BackupStage } from './backup-stage.ts'

let server: TestServer
let stage: BackupStage

beforeAll(async () => {
  server = await startServer()
  stage = new BackupStage(server)
  await stage.prepare()
  await stage.take()
})
afterAll(async () => {
  await server.stop()
  stage.remove()
})

async function emptyDatabase(template?: string) {
  const { client, drop } = await createEmptyDatabase(template)
  onTestFinished(drop)
  return client
}

/** A place that answers with something else where the name ends like that. */
async function withAnother(end: string, make: () => Promise<Buffer>): Promise<Opened> {
  const opened = await stage.open()
  const read = async (name: string) => (name.endsWith(end) ? Readable.from([await make()]) : opened.place.read(name))
  return { ...opened, place: { ...opened.place, read } }
}

/** The public half of the key is no secret. */
async function sealed(script: string): Promise<Buffer> {
  const recipient = await identityToRecipient(stage.key.identity)
  return buffer(await sealStream([recipient], Readable.from([Buffer.from(script)]).pipe(createGzip())))
}

test.each([
  'create table public.theirs ();',
  "copy public.profiles (user_id) from program 'id';",
  `copy auth.users (id) from stdin; drop table auth.users;`,
  `select setval('x', 1); drop table auth.users;`,
  'truncate auth.users, nothing.of_ours cascade;',
])('what no export says is not run: %s', async (statement) => {
  const client = await emptyDatabase()
  const backup = await withAnother('database.sql.gz.age', () => sealed(`${statement}\n`))
  await expect(restoreDatabase(client, 'here', backup)).rejects.toThrow('holds a statement that is not of an export')
})

test('rows that nobody signed are not kept, although they are rows of an export', async () => {
  const client = await emptyDatabase()
  const script = 'set session_replication_role = replica;\ntruncate notify.defaults cascade;\n'
  const backup = await withAnother('database.sql.gz.age', () => sealed(script))
  await expect(restoreDatabase(client, 'here', backup)).rejects.toThrow('is not what was signed')
  const { rows } = await client.query<{ kinds: number }>('select count(*)::int as kinds from notify.defaults')
  expect(rows[0]?.kinds).toBeGreaterThan(0)
})

test('the list of contents that is used is the one that was compared, whatever the place says later', async () => {
  const { place, folder, manifest, key } = await stage.open()
  const id = randomUUID()
  const list = gzipSync(`${id} 5 \n`)
  const contents = { ...manifest.contents, sha256: createHash('sha256').update(list).digest('hex') }
  let looks = 0
  const read = async (name: string) =>
    name.endsWith('contents.txt.gz') ? Readable.from([++looks === 1 ? list : gzipSync('')]) : place.read(name)
  const backup = { folder, key, manifest: { ...manifest, contents }, place: { ...place, read } }
  const store = createDiskStore(stage.newDataDir())
  expect((await restoreContents(store, backup)).damaged).toEqual([id])
  await expect(restoreContents(store, backup)).rejects.toThrow('contents.txt.gz of the backup is not what was signed')
})

test('a row that is refused while the next are read ends the import', async () => {
  const client = await emptyDatabase()
  await client.query('create table public.numbers (one integer primary key)')
  async function* script() {
    yield Buffer.from('copy public.numbers (one) from stdin;\nnot a number\n')
    // Its refusal arrives meanwhile.
    await sleep(500)
    yield Buffer.from('3\n\\.\n')
  }
  await expect(importDatabase(client, Readable.from(script()), () => undefined)).rejects.toThrow('invalid input syntax')
  expect((await client.query('select one from public.numbers')).rows).toEqual([])
})

test('a database that sorts in another way compares as the same', async () => {
  const states = async (template?: string) => {
    const client = await emptyDatabase(template)
    await client.query(
      `create table public.names (name text primary key); insert into public.names values ('a'), ('B'), ('c')`,
    )
    await beginSnapshot(client)
    return readTableStates(client)
  }
  const icu = await states(`template0 locale_provider icu icu_locale 'en-US'`)
  expect(icu).toHaveLength(1)
  expect(icu).toEqual(await states())
})

test('a bucket that answers nothing ends the request', async () => {
  const silent = net.createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const env = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: 'test', S3_SECRET_ACCESS_KEY: 'test' }
  await expect(openBucket('s3://backups', env, 100)).rejects.toThrow('The bucket backups cannot be used')
})
