import { randomBytes, randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http2 from 'node:http2'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { collectGarbage } from '#server/storage/collector.ts'
import { asStorageError } from '#server/storage/storage-error.ts'
import { PART, type StorageApp, startStorage } from '../support/storage-app.ts'
import { type TestServer, startServer } from '../support/test-server.ts'

const IDLE_MS = 400
const BUCKET = 'encrypted-files'

let server: TestServer
let storage: StorageApp

beforeAll(async () => {
  server = await startServer()
  storage = await startStorage(server, { bodyIdleMs: IDLE_MS })
})
afterAll(async () => {
  await storage.stop()
  await server.stop()
})

const random = (size: number) => new Uint8Array(randomBytes(size))
const uploadOf = (location: string) => path.basename(location)

/** Repeats until `check` holds; the server works on its own time. */
async function eventually(check: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> {
  for (const until = Date.now() + withinMs; !(await check()); await sleep(10)) {
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${check.toString()}`)
  }
}

/** Files of the store that this process, which is the server, holds open. */
function openFiles(): string[] {
  return fs.readdirSync('/proc/self/fd').flatMap((fd) => {
    const target = fs.existsSync(`/proc/self/fd/${fd}`) ? fs.readlinkSync(`/proc/self/fd/${fd}`) : ''
    return target.startsWith(storage.folder) ? [target] : []
  })
}

async function stagedBytes(location: string): Promise<number> {
  const file = path.join(storage.folder, 'staging', uploadOf(location))
  return fs.existsSync(file) ? fs.statSync(file).size : 0
}

test('two last parts that end at the same moment are both told of their success', async () => {
  for (let round = 0; round < 8; round++) {
    const bytes = random(2 * PART)
    const location = await storage.createParts(`together-${round}.bin`, bytes.length)
    const writers = [0, PART].map((offset) => storage.openPatch(location, offset, PART))
    writers.forEach((writer, part) => writer.write(bytes.subarray(part * PART, (part + 1) * PART - 1)))

    const answers = await Promise.all(
      writers.map((writer, part) => writer.end(bytes.subarray((part + 1) * PART - 1).subarray(0, 1))),
    )

    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await storage.download(`together-${round}.bin`)).toEqual(Buffer.from(bytes))
  }
})

test('a part sent again while its first connection still trickles in is stored once, not mixed', async () => {
  const older = random(PART)
  const newer = random(PART)
  const rest = random(PART)
  const location = await storage.createParts('again.bin', 2 * PART)
  const first = storage.openPatch(location, 0, PART)
  first.write(older.subarray(0, PART / 2))
  await eventually(() => openFiles().length > 0)

  const second = storage.openPatch(location, 0, PART)
  second.write(newer.subarray(0, PART / 4))
  await expect(first.answer).rejects.toThrow()
  first.write(older.subarray(PART / 2))
  expect((await second.end(newer.subarray(PART / 4))).status).toBe(204)
  expect((await storage.patch(location, PART, rest)).status).toBe(204)

  expect(await storage.download('again.bin')).toEqual(Buffer.concat([newer, rest]))
})

test('a body of several parts keeps what it finished when one of them is sent anew', async () => {
  const older = random(3 * PART)
  const newer = random(PART)
  const location = await storage.createParts('run.bin', 3 * PART)
  const run = storage.openPatch(location, 0, 3 * PART)
  run.write(older.subarray(0, PART + PART / 2))
  await eventually(() => openFiles().length > 0)
  await sleep(50)

  expect((await storage.patch(location, PART, newer)).status).toBe(204)

  expect(await storage.parts(location)).toBe('0-1')
  expect((await storage.patch(location, 2 * PART, older.slice(2 * PART))).status).toBe(204)
  expect(await storage.download('run.bin')).toEqual(
    Buffer.concat([older.subarray(0, PART), newer, older.subarray(2 * PART)]),
  )
})

test('a body that has not reached a part leaves it to the request that sends it now', async () => {
  const older = random(3 * PART)
  const newer = random(PART)
  const location = await storage.createParts('border.bin', 3 * PART)
  const run = storage.openPatch(location, 0, 3 * PART)
  run.write(older.subarray(0, PART / 2))
  await eventually(() => openFiles().length > 0)

  expect((await storage.patch(location, 2 * PART, newer)).status).toBe(204)
  await run.end(older.subarray(PART / 2))

  expect(await storage.download('border.bin')).toEqual(Buffer.concat([older.subarray(0, 2 * PART), newer]))
})

test('a part that is durable is not overwritten by a body that spans it', async () => {
  const kept = random(PART)
  const spanning = random(3 * PART)
  const location = await storage.createParts('kept.bin', 3 * PART)
  expect((await storage.patch(location, PART, kept)).status).toBe(204)

  expect((await storage.patch(location, 0, spanning)).status).toBe(204)

  expect(await storage.download('kept.bin')).toEqual(
    Buffer.concat([spanning.subarray(0, PART), kept, spanning.subarray(2 * PART)]),
  )
})

test('runs of parts without an announced length are streamed side by side', async () => {
  const bytes = random(4 * PART)
  const location = await storage.createParts('streams.bin', 4 * PART)
  const late = storage.openPatch(location, 2 * PART)
  late.write(bytes.subarray(2 * PART, 3 * PART))
  await eventually(() => openFiles().length > 0)
  const early = storage.openPatch(location, 0)
  early.write(bytes.subarray(0, PART))

  const answers = await Promise.all([early.end(bytes.subarray(PART, 2 * PART)), late.end(bytes.subarray(3 * PART))])

  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await storage.download('streams.bin')).toEqual(Buffer.from(bytes))
})

test('a part sent once more after the upload is complete is a success and changes nothing', async () => {
  const bytes = random(PART + 10)
  const location = await storage.createParts('late.bin', bytes.length)
  expect((await storage.patch(location, 0, bytes)).status).toBe(204)

  expect((await storage.patch(location, PART, random(10))).status).toBe(204)

  expect(await storage.download('late.bin')).toEqual(Buffer.from(bytes))
})

test.each([
  ['in parts', 'parts'],
  ['in sequence', 'sequence'],
])('a body %s that stalls is ended with 408; what is durable stays', async (_kind, kind) => {
  const bytes = random(2 * PART)
  const name = `stalled-${kind}.bin`
  const location = await (kind === 'parts' ? storage.createParts : storage.createSequential)(name, bytes.length)
  const stalled = storage.openPatch(location, 0, bytes.length)
  stalled.write(bytes.subarray(0, PART + 1000))

  const answer = await stalled.answer
  await stalled.closed

  expect(answer.status).toBe(408)
  await eventually(() => openFiles().length === 0)
  const { headers } = await storage.request(location, { method: 'HEAD' })
  const offset = Number(headers.get('upload-offset'))
  expect(offset).toBe(kind === 'parts' ? PART : PART + 1000)
  expect((await storage.patch(location, offset, bytes.slice(offset))).status).toBe(204)
  expect(await storage.download(name)).toEqual(Buffer.from(bytes))
})

test.each([
  ['as bytes', 'application/octet-stream', 'half of it'],
  [
    'in the file of a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\nhalf',
  ],
  ['before the file of a form', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; na'],
])('an upload of one request that stalls %s is ended with 408', async (_kind, type, start) => {
  const stalled = storage.open('POST', `/storage/v1/object/${BUCKET}/${storage.myId}/stalled`, {
    'content-type': type,
    'content-length': '100000',
  })
  stalled.write(Buffer.from(start))

  const answer = await stalled.answer
  await stalled.closed

  expect(JSON.parse(answer.text)).toMatchObject({ statusCode: '408', code: 'RequestTimeout' })
  await eventually(() => openFiles().length === 0 && storage.staged().length === 0)
})

test('over HTTP/2 a stalled stream and one that was taken over are both ended, the connection is not', async () => {
  const multiplexed = await startStorage(server, { bodyIdleMs: IDLE_MS, folder: storage.folder, isHttp2: true })
  onTestFinished(() => multiplexed.stop())
  const session = http2.connect(multiplexed.url)
  onTestFinished(() => void session.destroy())
  const location = await storage.createParts('h2.bin', 2 * PART)
  const send = (offset: number, bytes: Uint8Array) => {
    const stream = session.request({
      ':method': 'PATCH',
      ':path': location,
      authorization: `Bearer ${storage.me.session.access_token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    })
    const status = new Promise<number>((resolve, reject) => {
      stream.once('response', (headers) => resolve(Number(headers[':status'])))
      stream.once('error', reject)
    })
    status.catch(() => undefined)
    stream.resume()
    stream.write(bytes)
    return { stream, status, closed: once(stream, 'close') }
  }
  const bytes = random(2 * PART)

  const older = send(0, random(1000))
  await eventually(() => openFiles().length === 1)
  const newer = send(0, bytes.subarray(0, PART))
  expect(await older.status).toBe(409)
  await older.closed
  const stalled = send(PART, bytes.subarray(PART, PART + 1000))
  newer.stream.end()
  expect(await newer.status).toBe(204)
  expect(await stalled.status).toBe(408)
  await stalled.closed

  expect(session.closed).toBe(false)
  const last = send(PART, bytes.subarray(PART))
  last.stream.end()
  expect(await last.status).toBe(204)
  expect(await storage.download('h2.bin')).toEqual(Buffer.from(bytes))
})

test('a slow body that keeps coming is not ended', async () => {
  const bytes = random(1000)
  const location = await storage.createSequential('slow.bin', bytes.length)
  const slow = storage.openPatch(location, 0, bytes.length)
  for (let sent = 0; sent < bytes.length - 200; sent += 200) {
    slow.write(bytes.subarray(sent, sent + 200))
    await sleep(IDLE_MS / 2)
  }

  expect((await slow.end(bytes.subarray(800))).status).toBe(204)
  expect(await storage.download('slow.bin')).toEqual(Buffer.from(bytes))
})

test('a body that is longer than allowed is told so, although it is still being sent', async () => {
  const location = await storage.createSequential('long.bin', 1000)
  const long = storage.openPatch(location, 0)
  long.write(random(500))
  await eventually(() => openFiles().length > 0)

  const answer = await long.end(random(4_000_000))

  expect(answer.status).toBe(413)
  expect(await stagedBytes(location)).toBe(0)
  await storage.request(location, { method: 'DELETE' })
})

test('an upload cancelled while its parts are written leaves nothing behind', async () => {
  const bytes = random(3 * PART)
  for (let round = 0; round < 5; round++) {
    const location = await storage.createParts(`cancelled-${round}.bin`, bytes.length)
    const writers = [0, 1, 2].map((part) => storage.openPatch(location, part * PART, PART))
    // One at its end, one in the middle, one that has sent nothing.
    writers[0]?.write(bytes.subarray(0, PART))
    writers[1]?.write(bytes.subarray(PART, PART + 5000))
    await sleep(round * 5)

    const { status } = await storage.request(location, { method: 'DELETE' })

    expect(status).toBe(204)
    expect(await storage.request(location, { method: 'HEAD' })).toMatchObject({ status: 404 })
    const answers = await Promise.allSettled(writers.map(({ answer }) => answer))
    expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status >= 500)).toEqual([])
    expect(storage.staged()).toEqual([])
  }
})

test('an upload cancelled while it is being completed is either whole or gone', async () => {
  const blobsBefore = storage.blobs().length
  let whole = 0
  for (let round = 0; round < 10; round++) {
    const name = `race-${round}.bin`
    const location = await storage.createParts(name, PART)
    const sent = storage.patch(location, 0, random(PART))
    await sleep(round * 3)
    const [{ status: patched }, { status: deleted }] = await Promise.all([
      sent,
      storage.request(location, { method: 'DELETE' }),
    ]).catch(() => [{ status: 0 }, { status: 204 }] as const)

    expect(patched).toBeLessThan(500)
    if (deleted === 404) whole++
    expect((await storage.download(name).catch(() => Buffer.alloc(0))).length).toBe(deleted === 404 ? PART : 0)
  }
  expect(storage.staged()).toEqual([])
  expect(storage.blobs().length - blobsBefore).toBe(whole)
})

test('an upload whose bytes are there but whose completion failed is completed when its state is asked', async () => {
  const taken = `/storage/v1/object/${BUCKET}/${storage.myId}/taken.bin`
  const bytes = random(1000)
  const location = await storage.createSequential('taken.bin', bytes.length)
  await storage.request(taken, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'first' })
  expect((await storage.patch(location, 0, bytes)).status).toBe(409)
  const blobs = storage.blobs().length
  await storage.request(taken, { method: 'DELETE', headers: {} })

  const state = await storage.request(location, { method: 'HEAD' })

  expect([state.status, state.headers.get('tus-complete')]).toEqual([200, '1'])
  expect(await storage.download('taken.bin')).toEqual(Buffer.from(bytes))
  // The refused completion left no blob of its own.
  expect(storage.blobs().length).toBe(blobs + 1)
})

test('the collector removes staged bytes that a crash left, and nothing that is alive or young', async () => {
  const staging = path.join(storage.folder, 'staging')
  const [crashed, young] = [randomUUID(), randomUUID()]
  const location = await storage.createParts('alive.bin', 2 * PART)
  await storage.patch(location, 0, random(PART))
  for (const id of [crashed, young]) fs.writeFileSync(path.join(staging, id), 'x')
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
  for (const id of [crashed, uploadOf(location)]) fs.utimesSync(path.join(staging, id), yesterday, yesterday)

  expect(await collectGarbage(server.database, storage.store)).toMatchObject({ leftovers: 1 })

  expect(storage.staged().sort()).toEqual([young, uploadOf(location)].sort())
  await storage.request(location, { method: 'DELETE' })
  fs.rmSync(path.join(staging, young))
})

test('the collector keeps a blob that an object uses and removes one that a crash left', async () => {
  const noted = randomUUID()
  fs.mkdirSync(path.join(storage.folder, 'blobs', noted.slice(0, 2)), { recursive: true })
  fs.writeFileSync(path.join(storage.folder, 'blobs', noted.slice(0, 2), noted), 'x')
  await server.database.owner('insert into storage.orphan_blobs (blob_id) values ($1)', [noted])
  await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '25 hours'`)
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.objects')
  const used = rows.map(({ blob_id }) => blob_id)

  await collectGarbage(server.database, storage.store)

  expect(used.length).toBeGreaterThan(0)
  const there = storage.blobs().map((blob) => path.basename(blob))
  expect(used.filter((blob) => !there.includes(blob))).toEqual([])
  expect(there).not.toContain(noted)
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount()

function tryMount(): boolean {
  const folder = fs.mkdtempSync('/tmp/quantumshield-mount-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    fs.rmdirSync(folder)
  }
}

test.skipIf(!canMount)(
  'a full disk is said in a clear error, and nothing of the upload stays (needs root)',
  async () => {
    const folder = fs.mkdtempSync('/tmp/quantumshield-full-')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder])
    const small = await startStorage(server, { folder })
    try {
      const target = `/storage/v1/object/${BUCKET}/${small.myId}/full.bin`
      const refused = await small.request(target, { method: 'POST', body: random(6 * PART + 3 * PART) })
      expect(refused.status).toBe(507)
      expect(await refused.json()).toMatchObject({ statusCode: '507', code: 'InsufficientStorage' })
      expect(small.staged()).toEqual([])

      const location = await small.createParts('full.bin', 12 * PART)
      expect((await small.patch(location, PART, random(PART))).status).toBe(204)
      const part = await small.patch(location, 2 * PART, random(10 * PART))
      expect([part.status, await part.text()]).toEqual([507, 'The server has no space left to store this'])
      // What counts is kept, what does not was given back.
      expect(await small.parts(location)).toBe('1')
      expect(fs.statSync(path.join(folder, 'staging', uploadOf(location))).size).toBe(2 * PART)
      await small.request(location, { method: 'DELETE' })

      const fits = random(PART)
      const stored = await small.request(target, { method: 'POST', body: fits })
      expect([stored.status, await small.download('full.bin')]).toEqual([200, Buffer.from(fits)])

      execFileSync('mount', ['-o', 'remount,ro', folder])
      const readOnly = await small.request(`${target}2`, { method: 'POST', body: fits })
      expect([readOnly.status, await readOnly.json()]).toMatchObject([503, { code: 'StorageUnavailable' }])
      expect(await small.download('full.bin')).toEqual(Buffer.from(fits))
    } finally {
      await small.stop()
      execFileSync('umount', [folder])
      fs.rmdirSync(folder)
    }
  },
)

test.each([
  ['ENOSPC', 'InsufficientStorage', 507],
  ['EDQUOT', 'InsufficientStorage', 507],
  ['EFBIG', 'InsufficientStorage', 507],
  ['EIO', 'StorageUnavailable', 503],
  ['EROFS', 'StorageUnavailable', 503],
])('the disk error %s is %s, %i', (code, name, status) => {
  expect(asStorageError(Object.assign(new Error('write'), { code }))).toMatchObject({ code: name, status })
})
