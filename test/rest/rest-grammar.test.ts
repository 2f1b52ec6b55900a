import net from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeKey } from '#contract/wire/request-key.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

/** Stands in rows of somebody else. */
const SECRET = 'somebody-elses-row'
/** Share of the requests that every run tries; each run draws others. */
const SHARE = isWhole('rest') ? 1 : 0.3

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer({ REST_AGGREGATES: 'true', REST_TX_ROLLBACK: 'true' })
  person = await signedInPerson(server)
  const other = await signedInPerson(server)
  await other.client.from('folders').insert([{ name: SECRET }, { name: `${SECRET} too` }])
  await other.client.from('tags').insert({ name: SECRET })
  await other.client.from('profiles').upsert({ user_id: other.session.user.id, first_name: 'Other' })
})
afterAll(() => server.stop())

const name = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'id',
      'name',
      'version',
      'created_at',
      'tags',
      'folders',
      'file_tags',
      'details',
      'count',
    ),
  },
  fc.string({ maxLength: 5, unit: 'binary' }),
)
const value = fc.oneof(
  fc.constantFrom('1', 'null', '{1,2}', '(a,"b")', '(', '"', '*', '[1,2)', '2024-01-01', '\0'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const operator = fc.constantFrom(
  ...'eq neq gt like ilike match imatch in is isdistinct cs cd ov sl adj fts wfts'.split(' '),
  ...'eq(any) like(all) fts(english) fts(zz) not.eq not.in zz'.split(' '),
)
const filter = fc.tuple(operator, value).map(([op, operand]) => `${op}.${operand}`)
const path = fc.tuple(name, fc.constantFrom('', '->a', '->>a', '->0->>b', '->>a->b')).map((parts) => parts.join(''))
const { condition, item } = fc.letrec<{ condition: string; item: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(path, filter).map(([column, rest]) => `${column}.${rest}`),
    fc
      .tuple(fc.constantFrom('and', 'or', 'not.or'), fc.array(tie('condition'), { maxLength: 3 }))
      .map(([op, parts]) => `${op}(${parts.join(',')})`),
  ),
  item: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('*', 'count()', 'id.sum()', 'name.max()::text', '...tags(*)', '...folders!inner(name)'),
    fc
      .tuple(fc.constantFrom('', 'a:'), path, fc.constantFrom('', '::text', '::int', '::int[]', '::zz'))
      .map((parts) => parts.join('')),
    fc
      .tuple(name, fc.constantFrom('', '!inner', '!left', '!parent_folder_id'), fc.array(tie('item'), { maxLength: 3 }))
      .map(([relation, hint, items]) => `${relation}${hint}(${items.join(',')})`),
    fc.array(tie('item'), { maxLength: 3 }).map((items) => `...folders(${items.join(',')})`),
  ),
}))
const parameter = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((items) => ['select', items.join(',')]),
  fc.tuple(path, filter),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.and', 'tags.or'),
    fc.array(condition, { maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
  ),
  fc.tuple(
    fc.constantFrom('order', 'tags.order'),
    fc
      .tuple(
        fc.oneof(
          path,
          path.map((inner) => `folders(${inner})`),
        ),
        fc.constantFrom('', '.asc', '.desc.nullslast', '.zz'),
      )
      .map((parts) => parts.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset', 'tags.limit'), fc.oneof(value, fc.integer().map(String))),
  fc.tuple(fc.constantFrom('columns', 'on_conflict'), name),
)
const request = fc.record({
  table: fc.constantFrom(
    'folders',
    'tags',
    'file_records',
    'system_audit_log',
    'file_tags',
    'rpc/get_user_roles',
    'rpc/owns_folder',
  ),
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  parameters: fc.array(parameter, { maxLength: 4 }),
  prefer: fc.constantFrom(
    '',
    'count=exact',
    'return=representation',
    'resolution=merge-duplicates',
    'missing=default,return=representation',
    'count=planned',
    'count=estimated,timezone=Asia/Tokyo',
    'return=headers-only',
    'handling=strict,max-affected=1,tx=rollback',
  ),
  accept: fc.constantFrom('*/*', '*/*', 'text/csv', 'application/vnd.pgrst.object+json'),
  body: fc.oneof(fc.json(), fc.constantFrom('{}', '[]', '{"name":"x"}', '[{"name":"\\u0000"}]', '{"name":{"a":1}}')),
})

test('no request, however strange, is a failure of the server or shows the rows of somebody else', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ table, method, parameters, prefer, accept, body }) => {
      const answer = await server.fetch(
        `/rest/v1/${table}?${new URLSearchParams(parameters.map(([key = '', text = '']) => [key, text]))}`,
        {
          method,
          headers: {
            authorization: `Bearer ${person.session.access_token}`,
            'content-type': 'application/json',
            prefer,
            accept,
          },
          ...(method === 'GET' ? {} : { body }),
        },
      )
      const text = await answer.text()

      expect(answer.status, text).toBeLessThan(500)
      expect(text).not.toContain(SECRET)
      if (answer.status >= 400) expect(JSON.parse(text)).toHaveProperty('code')
    }),
    { numRuns: 500 * SHARE },
  )
})

test('random bytes in the address are answered, never with a failure of the server', async () => {
  const { hostname, port } = new URL(server.url)
  const token = person.session.access_token
  const answerTo = (target: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = net.connect(Number(port), hostname, () => {
        const head = `GET /rest/v1/${target} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`
        // Not ended: Node drops the request of a client that closes its half first.
        socket.write(Buffer.from(head, 'latin1'))
      })
      socket.on('data', (chunk) => (text += chunk.toString('latin1')))
      socket.once('close', () => resolve(text))
      socket.once('error', reject)
    })
  // Line breaks and spaces would end the request line: what follows is another test's business.
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 60 })
    .map((values) => Buffer.from(values.map((value) => (value === 10 || value === 13 || value === 32 ? 65 : value))))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('folders?', 'folders?select=', 'rpc/', ''), bytes, async (prefix, tail) => {
      const text = await answerTo(prefix + tail.toString('latin1'))
      expect(text, JSON.stringify(tail.toString('latin1'))).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
      expect(text).not.toContain(SECRET)
    }),
    { numRuns: 200 * SHARE },
  )
})

test('a call that is taken back was not done, so its key stays free; one that is not has it', async () => {
  const headers = {
    authorization: `Bearer ${person.session.access_token}`,
    'content-type': 'application/json',
    'idempotency-key': writeKey(crypto.randomUUID()),
  }
  const body = JSON.stringify({ reason: 'A lawsuit', person: person.session.user.id })
  const setHold = async (prefer: string) => {
    const answer = await server.fetch('/rest/v1/rpc/set_legal_hold', {
      method: 'POST',
      headers: { ...headers, prefer },
      body,
    })
    return { status: answer.status, hold: await answer.json() }
  }
  const tried = await setHold('tx=rollback')
  expect(tried).toMatchObject({ status: 200, hold: expect.any(String) })
  const set = await setHold('tx=commit')
  expect(set).toMatchObject({ status: 200, hold: expect.any(String) })
  expect(set.hold).not.toBe(tried.hold)
  expect(await setHold('tx=commit')).toEqual(set)
  const { rows } = await server.database.owner('select id from public.legal_holds')
  expect(rows).toEqual([{ id: set.hold }])
})
