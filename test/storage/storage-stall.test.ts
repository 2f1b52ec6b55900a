import { once } from 'node:events'
import http2 from 'node:http2'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PART, type StorageApp, eventually, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

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
  await eventually(() => storage.openFiles().length === 0)
  const { headers } = await storage.request(location, { method: 'HEAD' })
  const offset = Number(headers.get('upload-offset'))
  expect(offset).toBe(kind === 'parts' ? PART : PART + 1000)
  expect((await storage.patch(location, offset, bytes.slice(offset))).status).toBe(204)
  expectSameBytes(await storage.download(name), bytes)
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
  await eventually(() => storage.openFiles().length === 0 && storage.staged().length === 0)
})

test('over HTTP/2 a stalled stream and one that was taken over are both ended, the connection is not', async () => {
  const multiplexed = await startStorage(server, { bodyIdleMs: IDLE_MS, folder: storage.folder, isHttp2: true })
  onTestFinished(() => multiplexed.stop())
  const session = http2.connect(multiplexed.url)
  onTestFinished(() => session.destroy())
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
  await eventually(() => storage.openFiles().length === 1)
  const newer = send(0, bytes.subarray(0, PART))
  newer.stream.end()
  expect(await older.status).toBe(409)
  await older.closed
  const stalled = send(PART, bytes.subarray(PART, PART + 1000))
  expect(await newer.status).toBe(204)
  expect(await stalled.status).toBe(408)
  await stalled.closed

  expect(session.closed).toBe(false)
  const last = send(PART, bytes.subarray(PART))
  last.stream.end()
  expect(await last.status).toBe(204)
  expectSameBytes(await storage.download('h2.bin'), bytes)
})

test('a body that is longer than allowed is refused with that reason, although it is still being sent', async () => {
  const location = await storage.createSequential('long.bin', 1000)
  const long = storage.openPatch(location, 0)
  long.write(random(500))
  await eventually(() => storage.openFiles().length > 0)

  const answer = await long.end(random(4_000_000))

  expect(answer.status).toBe(413)
  expect(storage.stagedBytes(location)).toBe(0)
  await storage.request(location, { method: 'DELETE' })
})
