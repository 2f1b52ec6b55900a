import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

const BUCKET = 'encrypted-files'
const PART = 8 * 1024 * 1024
const RESUMABLE = '/storage/v1/upload/resumable'

let server: TestServer
let owner: Awaited<ReturnType<typeof signedInPerson>>
let token: string
let me: string

beforeAll(async () => {
  server = await startServer({ MAX_FILE_BYTES: String(32 * 1024 * 1024) })
  owner = await signedInPerson(server)
  const { data } = await owner.client.auth.getSession()
  token = data.session?.access_token ?? ''
  me = data.session?.user.id ?? ''
})
afterAll(() => server.stop())

const files = () => owner.client.storage.from(BUCKET)
const withToken = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  'tus-resumable': '1.0.0',
  ...headers,
})
const encoded = (name: string) => `bucketName ${btoa(BUCKET)},objectName ${btoa(`${me}/${name}`)}`

async function downloaded(name: string): Promise<Buffer> {
  const { data, error } = await files().download(`${me}/${name}`)
  expect(error).toBeNull()
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
}

test.each([
  ['a Blob, as a form', () => new Blob([new Uint8Array([1, 2, 3])])],
  ['bytes, as they are', () => Buffer.from([1, 2, 3])],
])('the real client stores %s and gets the same bytes back', async (_kind, body) => {
  const name = `${randomUUID()}.bin`

  const { data, error } = await files().upload(`${me}/${name}`, body(), { contentType: 'application/octet-stream' })

  expect(error).toBeNull()
  expect(data?.path).toBe(`${me}/${name}`)
  expect(await downloaded(name)).toEqual(Buffer.from([1, 2, 3]))
})

test.each([3_000_000, 11_000_001])('the record holds size and SHA-256 of the %d bytes on the disk', async (size) => {
  const bytes = randomBytes(size)
  await files().upload(`${me}/hashed ${size}.bin`, bytes)

  const { rows } = await server.database.owner<{ blob_id: string; checksum: string; size_bytes: string }>(
    'select blob_id, checksum, size_bytes from storage.objects where name = $1',
    [`${me}/hashed ${size}.bin`],
  )

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(rows).toEqual([{ blob_id: expect.any(String), checksum: sha256, size_bytes: String(size) }])
  const blob = rows[0]?.blob_id ?? ''
  expectSameBytes(fs.readFileSync(path.join(server.config.dataDir, 'storage/blobs', blob.slice(0, 2), blob)), bytes)
})

test('a second upload under the same key is refused without upsert and replaces with it', async () => {
  await files().upload(`${me}/twice.txt`, Buffer.from('one'))

  expect((await files().upload(`${me}/twice.txt`, Buffer.from('two'))).error).toMatchObject({ statusCode: '409' })
  expect((await files().upload(`${me}/twice.txt`, Buffer.from('two'), { upsert: true })).error).toBeNull()
  expect((await downloaded('twice.txt')).toString()).toBe('two')
})

test('nobody reads, lists, replaces or removes in the folder of somebody else', async () => {
  const stranger = await signedInPerson(server)
  const other = stranger.client.storage.from(BUCKET)
  await files().upload(`${me}/mine.txt`, Buffer.from('mine'))

  expect((await other.download(`${me}/mine.txt`)).error).not.toBeNull()
  expect((await other.list(me)).data).toEqual([])
  expect((await other.upload(`${me}/mine.txt`, Buffer.from('x'), { upsert: true })).error).toMatchObject({
    statusCode: '403',
  })
  expect((await other.remove([`${me}/mine.txt`])).data).toEqual([])
  expect((await downloaded('mine.txt')).toString()).toBe('mine')
})

test('a listing shows files and folders of one level', async () => {
  await files().upload(`${me}/album/one.jpg`, Buffer.from('1'))
  await files().upload(`${me}/album/deep/two.jpg`, Buffer.from('2'))

  const { data } = await files().list(`${me}/album`)

  expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ['deep', false],
    ['one.jpg', true],
  ])
})

test.each([
  ['bytes=2-4', 206, 'cde', 'bytes 2-4/8'],
  ['bytes=6-', 206, 'gh', 'bytes 6-7/8'],
  ['bytes=-3', 206, 'fgh', 'bytes 5-7/8'],
  ['bytes=4-2', 200, 'abcdefgh', null],
  ['items=0-1', 200, 'abcdefgh', null],
])('a range of %s is answered with %i', async (range, status, text, contentRange) => {
  await files().upload(`${me}/letters.txt`, Buffer.from('abcdefgh'), { upsert: true })

  const response = await server.fetch(`/storage/v1/object/authenticated/${BUCKET}/${me}/letters.txt`, {
    headers: withToken({ range }),
  })

  expect(response.status).toBe(status)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(await response.text()).toBe(text)
})

test('a download continues only the version that it began with', async () => {
  const target = `${me}/draft.txt`
  const address = `/storage/v1/object/authenticated/${BUCKET}/${target}`
  await files().upload(target, Buffer.from('the former draft'))
  const former = (await server.fetch(address, { headers: withToken() })).headers
  await files().upload(target, Buffer.from('THE LATER DRAFT!'), { upsert: true })
  const later = (await server.fetch(address, { headers: withToken() })).headers.get('etag') ?? ''

  const old = former.get('etag') ?? ''
  for (const ifRange of [old, `W/${old}`, `W/${later}`, former.get('last-modified') ?? '', '"unknown"']) {
    const whole = await server.fetch(address, { headers: withToken({ range: 'bytes=4-', 'if-range': ifRange }) })
    expect([whole.status, await whole.text()], ifRange).toEqual([200, 'THE LATER DRAFT!'])
  }
  const rest = await server.fetch(address, { headers: withToken({ range: 'bytes=4-', 'if-range': later }) })
  expect([rest.status, await rest.text()]).toEqual([206, 'LATER DRAFT!'])
  for (const known of [later, `W/${later}`, `"other", ${later}`, '*'])
    expect((await server.fetch(address, { headers: withToken({ 'if-none-match': known }) })).status).toBe(304)
  expect((await server.fetch(address, { headers: withToken({ 'if-none-match': old }) })).status).toBe(200)
})

test('a stored page is never served as one', async () => {
  await files().upload(`${me}/page.html`, Buffer.from('<script>alert(1)</script>'), { contentType: 'text/html' })

  const response = await server.fetch(`/storage/v1/object/authenticated/${BUCKET}/${me}/page.html`, {
    headers: withToken(),
  })

  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('keys that leave their folder, or are no keys at all, are refused', async () => {
  for (const key of [`${me}/../other/x`, `${me}/\u{1f600}`, `/${me}/x`]) {
    const response = await server.fetch(`/storage/v1/object/${BUCKET}/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: withToken({ 'content-type': 'application/octet-stream' }),
      body: 'x',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'InvalidKey' })
  }
})

test('tus-js-client uploads in chunks of its own choice', async () => {
  const bytes = randomBytes(5_000_000)

  await new Promise<void>((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: server.url + RESUMABLE,
      headers: { authorization: `Bearer ${token}` },
      metadata: { bucketName: BUCKET, objectName: `${me}/tus.bin`, contentType: 'application/octet-stream' },
      chunkSize: 1_300_000,
      onError: reject,
      onSuccess: () => resolve(),
    })
    upload.start()
  })

  expectSameBytes(await downloaded('tus.bin'), bytes)
})

async function createParts(name: string, size: number): Promise<string> {
  const response = await server.fetch(RESUMABLE, {
    method: 'POST',
    headers: withToken({
      'upload-length': String(size),
      'upload-part-size': String(PART),
      'upload-head-size': '74',
      'upload-metadata': encoded(name),
    }),
  })
  expect(response.status).toBe(201)
  return new URL(response.headers.get('location') ?? '').pathname
}

const patch = (location: string, offset: number, body: Uint8Array<ArrayBuffer>) =>
  server.fetch(location, {
    method: 'PATCH',
    headers: withToken({ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }),
    body,
  })

test('parts may arrive in any order, twice, and several in one body', async () => {
  const bytes = new Uint8Array(randomBytes(3 * PART + 1000))
  const location = await createParts('parts.bin', bytes.length)

  expect((await patch(location, 74 + PART, bytes.slice(74 + PART, 74 + 3 * PART))).status).toBe(204)
  expect((await patch(location, 74 + PART, bytes.slice(74 + PART, 74 + 2 * PART))).status).toBe(204)
  const half = await server.fetch(location, { method: 'HEAD', headers: withToken() })
  expect([half.headers.get('upload-offset'), half.headers.get('upload-parts')]).toEqual(['0', '1-2'])
  expect((await patch(location, 74 + 3 * PART, bytes.slice(74 + 3 * PART))).status).toBe(204)
  expect((await patch(location, 0, bytes.slice(0, 74 + PART))).status).toBe(204)

  expectSameBytes(await downloaded('parts.bin'), bytes)
  const done = await server.fetch(location, { method: 'HEAD', headers: withToken() })
  expect(done.headers.get('tus-complete')).toBe('1')
})

test('a part that is cut short or starts in the middle does not count', async () => {
  const location = await createParts('short.bin', 2 * PART)

  expect((await patch(location, 0, new Uint8Array(1000))).status).toBe(400)
  expect((await patch(location, 5, new Uint8Array(1000))).status).toBe(409)
  const state = await server.fetch(location, { method: 'HEAD', headers: withToken() })
  expect(state.headers.get('upload-parts')).toBe('')
})

test('without parts, a body starts where the upload stands and nowhere else', async () => {
  const bytes = new Uint8Array(randomBytes(1000))
  const headers = withToken({ 'upload-length': '1000', 'upload-metadata': encoded('in-order.bin') })
  const created = await server.fetch(RESUMABLE, { method: 'POST', headers })
  const location = new URL(created.headers.get('location') ?? '').pathname
  expect((await patch(location, 1, bytes.slice(1))).status).toBe(409)
  expect((await patch(location, 0, bytes.slice(0, 600))).status).toBe(204)

  for (const offset of [0, 599, 601]) {
    const answer = await patch(location, offset, new Uint8Array(1000 - offset))
    expect([offset, answer.status, await answer.text()]).toEqual([offset, 409, 'Upload-Offset conflict'])
    const state = await server.fetch(location, { method: 'HEAD', headers: withToken() })
    expect(state.headers.get('upload-offset')).toBe('600')
  }
  expect((await patch(location, 600, bytes.slice(600))).status).toBe(204)
  expect(await downloaded('in-order.bin')).toEqual(Buffer.from(bytes))
})

test.each([
  [
    'a token that nobody signed',
    `${btoa('{"alg":"ES256"}')}.${btoa('{"role":"authenticated"}')}.x`.replaceAll('=', ''),
  ],
  ['no token and no key', 'nonsense'],
])(
  'a bearer that is %s is refused, for objects as for uploads, with the code of an ended session',
  async (_, bearer) => {
    const refusal = { statusCode: '403', error: 'Unauthorized', code: 'InvalidJWT', message: expect.any(String) }
    const headers = { ...withToken(), authorization: `Bearer ${bearer}` }

    const object = await server.fetch(`/storage/v1/object/authenticated/${BUCKET}/${me}/letters.txt`, { headers })
    expect([object.status, await object.json()]).toEqual([400, refusal])

    const upload = { 'upload-length': '1', 'upload-metadata': encoded('stranger.bin') }
    const created = await server.fetch(RESUMABLE, { method: 'POST', headers: { ...headers, ...upload } })
    expect([created.status, await created.json()]).toEqual([403, refusal])
  },
)

test('an upload over the limit is refused before a byte is sent', async () => {
  const headers = withToken({ 'upload-length': String(40 * 1024 * 1024), 'upload-metadata': encoded('large.bin') })

  const refused = await server.fetch(RESUMABLE, { method: 'POST', headers })
  expect([refused.status, await refused.text()]).toEqual([413, 'Maximum size exceeded'])
  expect((await files().upload(`${me}/large.bin`, Buffer.alloc(33 * 1024 * 1024))).error).toMatchObject({
    statusCode: '413',
  })
})

test('a cancelled upload is gone, and a stranger cannot touch it', async () => {
  const location = await createParts('cancelled.bin', PART)
  const stranger = await signedInPerson(server)
  const { data } = await stranger.client.auth.getSession()
  const theirs = { authorization: `Bearer ${data.session?.access_token}`, 'tus-resumable': '1.0.0' }

  expect((await server.fetch(location, { method: 'DELETE', headers: theirs })).status).toBe(404)
  expect((await server.fetch(location, { method: 'DELETE', headers: withToken() })).status).toBe(204)
  expect((await server.fetch(location, { method: 'HEAD', headers: withToken() })).status).toBe(404)
})

test('an object that a file record points at cannot be removed', async () => {
  await files().upload(`${me}/kept.bin`, Buffer.from('kept'))
  const record = {
    file_name: 'kept.bin',
    original_name: 'x',
    file_size: 4,
    mime_type: 'x',
    encryption_key: 'x',
    storage_path: `${me}/kept.bin`,
  }
  await server.database.asCaller({ role: 'authenticated', claims: { sub: me } }, (transaction) =>
    transaction.query({
      text: `insert into file_records (file_name, original_name, file_size, mime_type, encryption_key, storage_path)
             values ($1, $2, $3, $4, $5, $6)`,
      values: Object.values(record),
    }),
  )

  expect((await files().remove([`${me}/kept.bin`])).error).toMatchObject({ statusCode: '409' })
  expect((await downloaded('kept.bin')).toString()).toBe('kept')
})
