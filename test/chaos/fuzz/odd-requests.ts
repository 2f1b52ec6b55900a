/** Numbers that follow from a seed, so that a request that did harm can be made again (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export type Known = { host: string; apikey: string; token: string; userId: string }

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'P\u0000ST']
const PATHS = [
  '/',
  '/livez',
  '/config.json',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/signup',
  '/auth/v1/user',
  '/auth/v1/otp',
  '/auth/v1/verify',
  '/auth/v1/factors',
  '/auth/v1/authorize?provider=github',
  '/auth/v1/admin/users',
  '/rest/v1/profiles?select=*',
  '/rest/v1/file_records?select=id,folder_id&order=id.desc&limit=3',
  '/rest/v1/file_records?or=(id.eq.1,and(id.gt.2,id.lt.3))',
  '/rest/v1/tags?name=like.*a*',
  '/rest/v1/rpc/my_storage',
  '/rest/v1/folders?on_conflict=id',
  '/storage/v1/object/encrypted-files/USER/odd',
  '/storage/v1/object/list/encrypted-files',
  '/storage/v1/object/sign/encrypted-files/USER/odd',
  '/storage/v1/object/move',
  '/storage/v1/bucket/encrypted-files',
  '/storage/v1/upload/resumable',
  '/storage/v1/upload/resumable/00000000-0000-4000-8000-000000000000',
  '/functions/v1/send-support-email',
  '/realtime/v1/websocket?apikey=KEY&vsn=1.0.0',
  '/realtime/v1/api/broadcast',
  '/audit/v1/logs',
  '/statements/v1/keys',
  '/streams/v1/streams',
  '/status.json',
  '/compliance/documents',
  '/dev/mailbox',
]
const HEADERS = [
  'content-type: application/json',
  'content-type: multipart/form-data; boundary=x',
  'content-type: application/offset+octet-stream',
  'content-type: text/csv',
  'content-type: application/x-www-form-urlencoded',
  'content-encoding: gzip',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'content-length: 5',
  'content-length: 99999999999999999999',
  'content-length: -1',
  'expect: 100-continue',
  'range: bytes=0-,5-2',
  'if-none-match: *',
  'prefer: return=representation, resolution=merge-duplicates, count=exact',
  'accept: application/vnd.pgrst.object+json',
  'accept-profile: auth',
  'content-profile: storage',
  'tus-resumable: 1.0.0',
  'upload-length: 5',
  'upload-length: 1e9',
  'upload-offset: 0',
  'upload-part-size: 262144',
  'upload-metadata: bucketName ZW5jcnlwdGVkLWZpbGVz,objectName VVNFUi9vZGQ=',
  'upload-metadata: ,, =',
  'x-upsert: true',
  'x-metadata: eyJhIjoi',
  'x-forwarded-for: ::1, 999.1.1.1',
  'x-http-method-override: DELETE',
  'origin: null',
  'cookie: a=b; a=b',
  'authorization: Bearer a.b.c',
  'authorization: Bearer eyJhbGciOiJub25lIn0.e30.',
  'authorization: Basic Og==',
]
const BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '"\\ud800"',
  '{"email":"a@example.test","password":"x"}',
  '{"email":{"a":1},"password":[]}',
  '{"refresh_token":"x"}',
  '{"id":"00000000-0000-4000-8000-000000000000","name":"a"}',
  '{"prefix":"USER","limit":1e99,"offset":-1,"sortBy":{"column":"name; drop"}}',
  '{"bucketId":"encrypted-files","sourceKey":"USER/odd","destinationKey":"USER/../x"}',
  '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
  `${'['.repeat(400)}${']'.repeat(400)}`,
  '1e400',
  '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nabc\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{\r\n--x',
  '5\r\nabcde\r\n0\r\n\r\n',
  'ffffffffffffffff\r\na\r\n0\r\n\r\n',
  '5;a=b\r\nabcde\r\nzz\r\n',
  'a,b\n"1',
]

/** What the services read, by whatever name. */
const FIELDS =
  'email password data phone type token token_hash refresh_token factor_type friendly_name challenge_id code redirect_to prefix prefixes paths search limit offset sortBy expiresIn bucketId sourceKey destinationKey destinationBucket name id folder_id user_id subject message priority messages topic event payload private file_ids kdf metadata'.split(
    ' ',
  )
const VALUES: readonly unknown[] = [
  'a@example.test',
  'correct horse battery',
  'USER/odd',
  '00000000-0000-4000-8000-000000000000',
  '',
  'a\u0000b',
  'a\ud800b',
  '../../x',
  `'); drop table x; --`,
  'a'.repeat(5000),
  0,
  -1,
  1e99,
  2 ** 53,
  0.1,
  true,
  null,
  [],
  {},
  ['a\u0000b', 1, null],
  { column: 'name', order: 'up' },
  { a: { b: { c: ['\udc00'] } } },
]
/** Where a body of fields is read at all. */
const READERS = PATHS.filter((path) => /auth|rest|storage|functions|broadcast/.test(path))

/** Fields that somebody reads, with values that nobody expects. */
function oddFields(below: (count: number) => number): string {
  const entries = Array.from({ length: 1 + below(6) }, () => [
    FIELDS[below(FIELDS.length)],
    VALUES[below(VALUES.length)],
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** One request, mostly understood and mostly wrong: `bytes` as they are sent. */
export function oddRequest(seed: number, known: Known): Buffer {
  const random = seeded(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = (from: readonly string[]): string => from[below(from.length)] ?? ''
  const isOfFields = random() < 0.5
  const path = pick(isOfFields ? READERS : PATHS)
    .replaceAll('USER', known.userId)
    .replace('KEY', known.apikey)
  const isSocket = path.includes('websocket') && random() < 0.7
  const headers = [`host: ${known.host}`]
  if (random() < 0.8) headers.push(`apikey: ${known.apikey}`)
  if (random() < 0.5) headers.push(`authorization: Bearer ${known.token}`)
  if (isSocket)
    headers.push(
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${btoa('0123456789abcdef')}`,
    )
  for (let count = random() < 0.7 ? 0 : 1 + below(3); count > 0; count--) headers.push(pick(HEADERS))
  if (isOfFields || random() < 0.3) headers.push('content-type: application/json')
  const body = Buffer.from((isOfFields ? oddFields(below) : pick(BODIES)).replaceAll('USER', known.userId))
  if (random() < 0.95 && !isSocket) headers.push(`content-length: ${body.length}`)
  const usual = isOfFields ? METHODS[1 + below(4)] : METHODS[below(6)]
  const method = isSocket ? 'GET' : random() < 0.9 ? (usual ?? 'GET') : pick(METHODS)
  const rest = isSocket ? Buffer.concat(Array.from({ length: 1 + below(4) }, () => frame(below, random))) : body
  const whole = Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`), rest])
  return random() < 0.75 ? whole : mutated(whole, below)
}

/** A frame of a WebSocket, masked, whose head says what it likes. */
function frame(below: (count: number) => number, random: () => number): Buffer {
  const texts = [
    '{"topic":"realtime:a","event":"phx_join","payload":{},"ref":"1"}',
    '{"topic":1}',
    '[null,"1","t","e",{}]',
    '{',
    '\u0000',
  ]
  const payload = Buffer.from(texts[below(texts.length)] ?? '')
  const length = random() < 0.9 ? payload.length : below(126)
  return Buffer.concat([Buffer.from([random() < 0.8 ? 0x81 : below(256), 0x80 | (length & 0x7f), 0, 0, 0, 0]), payload])
}

/** Bytes changed, left out, doubled and put in. */
function mutated(bytes: Buffer, below: (count: number) => number): Buffer {
  let result = bytes
  for (let count = 1 + below(4); count > 0; count--) {
    const at = below(result.length + 1)
    const end = Math.min(result.length, at + below(20))
    const piece = [
      Buffer.from([below(256)]),
      Buffer.alloc(0),
      Buffer.from('\r\n'),
      Buffer.concat([result.subarray(at, end), result.subarray(at, end)]),
      Buffer.alloc(below(5) === 0 ? 20_000 : 3, 'A'),
      Buffer.from('%00%2e%2e/'),
    ][below(6)]
    result = Buffer.concat([result.subarray(0, at), piece ?? Buffer.alloc(0), result.subarray(end)])
  }
  return result
}
