import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs, type FauxqsServer } from 'fauxqs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addStream, call, deliver, FIELDS, makeEvents, owner, passTime, stageStreams, stateOf } from './stream-stage.ts'

const ACCESS_KEY = 'test-id:test/secret+of:mine'

stageStreams()
let s3: FauxqsServer
let client: S3Client
/** Stands before the S3 server and can lose answers, after the server has stored what was sent. */
let gate: http.Server
let losesAnswers = false
let bucket = ''
let made = 0

beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false })
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  client = new S3Client({ endpoint: s3.address, region: 'us-east-1', forcePathStyle: true, credentials })
  gate = http.createServer((request, response) => void pass(request, response))
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  gate.close()
  client.destroy()
  await s3.stop()
})
beforeEach(async () => {
  losesAnswers = false
  bucket = `logs-${(made += 1)}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
})

async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'host' && name !== 'connection'
      ? [[name, value] satisfies [string, string]]
      : [],
  )
  const method = request.method ?? 'GET'
  const answer = await fetch(s3.address + (request.url ?? ''), { method, headers, body: Buffer.concat(chunks) })
  if (losesAnswers) return void request.socket.destroy()
  response.writeHead(answer.status).end(await answer.text())
}

const address = (path = '') => `http://127.0.0.1:${(gate.address() as AddressInfo).port}/${bucket}${path}`

type Stored = { key: string; lines: { leaf_index: number; details: { mark?: string } }[] }
async function stored(): Promise<Stored[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  return Promise.all(
    Contents.map(async ({ Key = '' }) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
      const text = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString()
      const lines = text.trimEnd().split('\n')
      return { key: Key, lines: lines.map((line) => JSON.parse(line) as Stored['lines'][number]) }
    }),
  )
}
const marksOf = (objects: Stored[]) => objects.flatMap(({ lines }) => lines.map(({ details }) => details.mark))

test('a bucket gets every event once, in objects that are named by the places of their events', async () => {
  const { id } = await addStream({ kind: 's3', address: address('/vault'), secret: ACCESS_KEY })
  const marks = await makeEvents(120)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 120, last_error: null, waiting: 0 })
  const objects = await stored()
  expect(objects.map(({ lines }) => lines.length)).toEqual([100, 20])
  expect(marksOf(objects)).toEqual(marks)
  for (const { key, lines } of objects) {
    const places = [lines.at(0), lines.at(-1)].map((line) => String(line?.leaf_index).padStart(12, '0'))
    expect(key).toMatch(new RegExp(`^vault/.+/audit/t/.+/${places.join('-')}\\.ndjson\\.gz$`))
  }
})

test('what was stored while its answer was lost is sent again whole, under the same name, and nothing is left out', async () => {
  const { id } = await addStream({ kind: 's3', address: address(), secret: ACCESS_KEY })
  const first = await makeEvents(3)
  losesAnswers = true
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'cut' })
  const before = await stored()
  expect(marksOf(before)).toEqual(first)
  const second = await makeEvents(2)
  losesAnswers = false
  await passTime(id)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 5, last_error: null, waiting: 0 })
  const after = await stored()
  expect(after[0]).toEqual(before[0])
  expect(after).toHaveLength(2)
  expect(marksOf(after)).toEqual([...first, ...second])
})

test('a bucket that is not there takes nothing, and the stream waits', async () => {
  const { id } = await addStream({ kind: 's3', address: address(), secret: ACCESS_KEY })
  const there = bucket
  bucket = 'nowhere'
  const fields = { ...FIELDS, address: address(), secret: ACCESS_KEY }
  const { from: _from, ...changed } = fields
  expect((await call(owner, 'PUT', `/${id}`, changed)).status).toBe(204)
  await makeEvents(1)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'answered 404' })
  bucket = there
  expect(await stored()).toEqual([])
})

test('takes an access key of two parts, a bucket and lines of JSON; the secret is seen by nobody', async () => {
  const add = (fields: object) =>
    call(owner, 'POST', '', { ...FIELDS, kind: 's3', address: address(), secret: ACCESS_KEY, ...fields })
  expect(await add({ secret: 'only-an-id' })).toMatchObject({ status: 422, body: { code: 'stream_needs_secret' } })
  expect(await add({ secret: undefined })).toMatchObject({ status: 422, body: { code: 'stream_needs_secret' } })
  const plain = address().replace(`/${bucket}`, '/')
  expect(await add({ address: plain })).toMatchObject({ status: 422, body: { code: 'stream_bad_address' } })
  for (const wrong of [`${address()}%zz`, 'https://logs.s3.eu-central-1.amazonaws.com/folder'])
    expect(await add({ address: wrong })).toMatchObject({ status: 422, body: { code: 'stream_bad_address' } })
  expect(await add({ format: 'cef' })).toMatchObject({ status: 422, body: { code: 'stream_bad_format' } })
  expect(await add({ address: 'https://10.0.0.1/logs' })).toMatchObject({
    status: 422,
    body: { code: 'private_network' },
  })

  const { id } = await addStream({ kind: 's3', address: address(), secret: ACCESS_KEY, format: 'ocsf' })
  const { body } = await call(owner, 'POST', `/${id}/test`)
  expect(body).toMatchObject({ status: 200, shown: expect.stringContaining('authorization: ••••••') })
  expect(JSON.stringify(body)).not.toContain('test/secret')
  expect(body['shown']).toContain('"event_code":"event_streams.test"')
})
