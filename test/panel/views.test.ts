import http from 'node:http'
import { pipeline } from 'node:stream/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { VIEW_LIMITS } from '#contract/panel/views.ts'
import { KEYED_FUNCTIONS, ONLY_READS, writeKey } from '#contract/wire/request-key.ts'
import { deleteExpired } from '#server/auth/links/one-time-tokens.sql.ts'
import { ANSWERED_ONCE } from '#server/http/repeats/kept-answers.ts'
import { VaultApi } from '#vault/session/api.ts'
import { createKeyless } from '#web/lib/keyless/keyless-client.ts'
import { ada, bob, eve, inOtherOrganisation, server, stageTeam } from '../organisation/team-stage.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { routesOf } from '../support/server/routes.ts'

stageTeam()

type View = { id: string; name: string; query: string }
type Answer = { status: number; body: { code?: string; views?: View[] } & Partial<View> }

/** One request. @param line with an address of panel/v1, or a whole one */
async function call(
  person: VaultPerson,
  line: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await server.fetch(/^\/\w+\/v1/.test(path) ? path : `/panel/v1${path}`, {
    method,
    headers: {
      ...more,
      authorization: `Bearer ${person.accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}
const view = (name: string, query = 'state=open') => ({ list: 'contacts', name, query })
const namesOf = async (person: VaultPerson, list = 'contacts') =>
  (await call(person, `GET /views?list=${list}`)).body.views?.map(({ name }) => name)

test('a view is saved, renamed, given other filters and deleted, by its person', async () => {
  const made = await call(bob, 'POST /views', view('  Open '))
  expect(made).toMatchObject({ status: 201, body: { name: 'Open', query: 'state=open' } })
  await call(bob, 'POST /views', view('From forms', 'source=landing_form'))
  expect(await namesOf(bob)).toEqual(['Open', 'From forms'])
  expect(await namesOf(bob, 'deals')).toEqual([])

  const path = `/views/${made.body.id}`
  expect((await call(bob, `PUT ${path}`, { name: 'Done', query: 'state=done' })).status).toBe(204)
  expect((await call(bob, 'GET /views?list=contacts')).body.views?.[0]).toMatchObject({
    name: 'Done',
    query: 'state=done',
  })
  expect((await call(bob, `DELETE ${path}`)).status).toBe(204)
  expect(await namesOf(bob)).toEqual(['From forms'])
})

test('nobody sees, changes or deletes the views of other people', async () => {
  const { body } = await call(bob, 'POST /views', view('Mine'))
  expect(await namesOf(ada)).toEqual([])
  const gone = { status: 404, body: { code: 'view_not_found' } }
  expect(await call(ada, `PUT /views/${body.id}`, { name: 'Theirs', query: '' })).toMatchObject(gone)
  expect(await call(ada, `DELETE /views/${body.id}`)).toMatchObject(gone)
  expect(await namesOf(bob)).toEqual(['Mine'])
  expect((await call(ada, 'POST /views', view('Mine'))).status).toBe(201)
  await call(ada, `DELETE /views/${(await call(ada, 'GET /views?list=contacts')).body.views?.[0]?.id}`)
})

test('a person who is in another organisation by now has none of the views of the one before', async () => {
  await call(bob, 'POST /views', view('Before'))
  await inOtherOrganisation(bob)
  expect(await namesOf(bob)).toEqual([])
  expect((await call(bob, 'POST /views', view('Before'))).status).toBe(201)
})

test('a name is used once in a list', async () => {
  await call(bob, 'POST /views', view('Open'))
  const other = await call(bob, 'POST /views', view('Other'))
  const taken = { status: 409, body: { code: 'view_name_taken' } }
  expect(await call(bob, 'POST /views', view('Open'))).toMatchObject(taken)
  expect(await call(bob, `PUT /views/${other.body.id}`, { name: 'Open', query: '' })).toMatchObject(taken)
  expect((await call(bob, 'POST /views', { ...view('Open'), list: 'deals' })).status).toBe(201)
})

test.each([
  ['no name', view('  ')],
  ['a line break in the name', view('a\nb')],
  ['a name that is too long', view('x'.repeat(VIEW_LIMITS.nameCharacters + 1))],
  ['filters that are too long', view('A', 'x'.repeat(VIEW_LIMITS.queryCharacters + 1))],
  ['an address for filters', view('A', '/other?state=open')],
  ['a list of another form', { ...view('A'), list: 'Contacts/1' }],
])('%s is refused', async (_, body) => {
  expect(await call(bob, 'POST /views', body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('there are so many at most', async () => {
  await server.database.owner(
    `insert into panel.views (tenant_id, user_id, list, name, query)
     select tenant_id, user_id, 'deals', n::text, '' from profiles, generate_series(1, $2::integer) n where user_id = $1`,
    [bob.userId, VIEW_LIMITS.views],
  )
  expect(await call(bob, 'POST /views', view('One more'))).toMatchObject({ status: 413, body: { code: 'views_full' } })
})

describe('a request with a key', () => {
  /** Sends a request with a key of its own. @returns what sends the same once more */
  const keyed = (key: string = crypto.randomUUID()) => {
    const headers = { 'idempotency-key': writeKey(key) }
    return (person: VaultPerson, line: string, body?: object) => call(person, line, body, headers)
  }
  const refused = (status: number, code: string) => ({ status, body: { code, message: expect.any(String) } })
  const rowsOf = async ({ userId }: VaultPerson) =>
    (
      await server.database.owner<{ state: string; status: number | null; answer: string | null }>(
        'select state, status, answer from panel.requests where user_id = $1 order by begun_at',
        [userId],
      )
    ).rows
  const age = ({ userId }: VaultPerson, by: string) =>
    ageRows(server.database, { table: 'panel.requests', where: 'r.user_id = $1', values: [userId] }, by)
  const setState = ({ userId }: VaultPerson, state: string) =>
    server.database.owner('update panel.requests set state = $2, status = null, answer = null where user_id = $1', [
      userId,
      state,
    ])

  test('is done once, and its repeat gets the first answer', async () => {
    const add = keyed()
    const made = await add(bob, 'POST /views', view('Open'))
    expect(made).toMatchObject({ status: 201, body: { name: 'Open' } })
    expect(await add(bob, 'POST /views', view('Open'))).toEqual(made)
    expect(await namesOf(bob)).toEqual(['Open'])

    const remove = keyed()
    for (let time = 0; time < 2; time += 1) {
      expect(await remove(bob, `DELETE /views/${made.body.id}`)).toEqual({ status: 204, body: {} })
    }
    expect(await keyed()(bob, `DELETE /views/${made.body.id}`)).toMatchObject({ status: 404 })
  })

  test('at the same moment as its repeat is done once too', async () => {
    const add = keyed()
    const answers = await Promise.all(['', ''].map(() => add(bob, 'POST /views', view('Open'))))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    for (const { status, body } of answers) expect(status === 201 || body.code === 'key_running').toBe(true)
    expect(await namesOf(bob)).toEqual(['Open'])
  })

  test('is refused where the key was sent with another body, address or method', async () => {
    const send = keyed()
    const { body } = await send(bob, 'POST /views', view('Open'))
    const reused = refused(422, 'key_reused')
    expect(await send(bob, 'POST /views', view('Other'))).toMatchObject(reused)
    expect(await send(bob, `PUT /views/${body.id}`, view('Open'))).toMatchObject(reused)
    expect(await send(bob, 'POST /views?again', view('Open'))).toMatchObject(reused)
    expect(await namesOf(bob)).toEqual(['Open'])
  })

  test('is of one person in one organisation: others may have the same key, and read nothing of it', async () => {
    const add = keyed()
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject({ status: 201 })
    expect(await add(eve, 'POST /views', view('Other'))).toMatchObject({ status: 201, body: { name: 'Other' } })
    await inOtherOrganisation(bob)
    expect(await add(bob, 'POST /views', view('There'))).toMatchObject({ status: 201, body: { name: 'There' } })

    const claims = { sub: eve.userId, role: 'authenticated', aal: 'aal1' }
    const { rows } = await server.database.oneAsCaller<{ user_id: string }>(
      { role: 'authenticated', claims },
      { text: 'select distinct user_id from panel.requests', values: [] },
    )
    expect(rows).toEqual([{ user_id: eve.userId }])
  })

  test('that was refused changed nothing, so the next one with its key is done', async () => {
    const add = keyed()
    expect(await add(bob, 'POST /views', view('  '))).toMatchObject({ status: 400 })
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject({ status: 201 })
  })

  test('still runs, or ended nobody knows how: neither is done a second time', async () => {
    const add = keyed()
    await add(bob, 'POST /views', view('Open'))
    await setState(bob, 'running')
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject(refused(409, 'key_running'))
    await age(bob, '11 minutes')
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject(refused(409, 'key_unsure'))
    await age(bob, '-11 minutes')
    await setState(bob, 'unsure')
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject(refused(409, 'key_unsure'))
    expect(await namesOf(bob)).toEqual(['Open'])
  })

  test('is remembered for 24 hours, and then forgotten', async () => {
    const add = keyed()
    const made = await add(bob, 'POST /views', view('Open'))
    await age(bob, '23 hours 59 minutes')
    await server.database.asOwner(deleteExpired)
    expect(await add(bob, 'POST /views', view('Open'))).toEqual(made)
    await age(bob, '2 minutes')
    expect(await add(bob, 'POST /views', view('Open'))).toMatchObject({
      status: 409,
      body: { code: 'view_name_taken' },
    })
    await add(bob, 'POST /views', view('Next'))
    await age(bob, '24 hours')
    await server.database.asOwner(deleteExpired)
    expect(await rowsOf(bob)).toEqual([])
  })

  test('is one of the thousand newest that are kept of a person', async () => {
    await server.database.owner(
      `insert into panel.requests (tenant_id, user_id, key, fingerprint, begun_at)
       select tenant_id, user_id, n::text, sha256(n::text::bytea), clock_timestamp() - n * interval '1 second'
       from profiles, generate_series(1, 1000) n where user_id = $1`,
      [bob.userId],
    )
    expect(await keyed()(bob, 'POST /views', view('Open'))).toMatchObject({ status: 201 })
    expect(await rowsOf(bob)).toHaveLength(1000)
    expect(await keyed('1')(bob, 'POST /views', view('Open'))).toMatchObject(refused(422, 'key_reused'))
    expect(await keyed('1000')(bob, 'POST /views', view('Other'))).toMatchObject({ status: 201 })
  })

  test('has its key as a text in quotes; what only reads has none', async () => {
    const bad = { 'idempotency-key': 'no-quotes' }
    expect(await call(bob, 'POST /views', view('Open'), bad)).toMatchObject(refused(400, 'key_unreadable'))
    expect(await call(bob, 'GET /views?list=contacts', undefined, bad)).toMatchObject({
      status: 200,
      body: { views: [] },
    })
    expect(await rowsOf(bob)).toEqual([])
  })

  test('whose answer is a secret is done once, and the secret is stored nowhere and said once', async () => {
    const stream = { name: 'A', kind: 'webhook', address: 'https://1.1.1.1/', format: 'json', categories: [] }
    const add = keyed()
    const body = { ...stream, least_risk: 'low', ca: null, from: 'now' }
    const made = await add(ada, 'POST /streams/v1', body)
    expect(made).toMatchObject({ status: 201, body: { secret: expect.any(String) } })
    expect(await rowsOf(ada)).toEqual([{ state: 'done', status: null, answer: null }])
    expect(await add(ada, 'POST /streams/v1', body)).toMatchObject(refused(409, 'key_done'))
    const { rows } = await server.database.owner('select from public.event_streams')
    expect(rows).toHaveLength(1)
  })

  test('is done once as a call of a function too, and of no other one', async () => {
    const hold = keyed()
    const body = { reason: 'A lawsuit', person: bob.userId }
    const set = await hold(ada, 'POST /rest/v1/rpc/set_legal_hold', body)
    expect(set).toMatchObject({ status: 200, body: expect.any(String) })
    expect(await hold(ada, 'POST /rest/v1/rpc/set_legal_hold', body)).toEqual(set)
    expect(await hold(ada, 'POST /rest/v1/rpc/set_legal_hold', { ...body, reason: 'Another' })).toMatchObject(
      refused(422, 'key_reused'),
    )
    const release = keyed()
    for (let time = 0; time < 2; time += 1) {
      expect(
        await release(ada, 'POST /rest/v1/rpc/release_legal_hold', { hold: set.body, reason: 'It is over' }),
      ).toMatchObject({ status: 204 })
    }
    const { rows } = await server.database.owner('select released_at is not null as is_over from public.legal_holds')
    expect(rows).toEqual([{ is_over: true }])

    const before = await rowsOf(ada)
    expect(await keyed()(ada, 'POST /rest/v1/rpc/organisation_name', {})).toMatchObject({ status: 200 })
    expect(await rowsOf(ada)).toEqual(before)
  })

  test('is done once as a call of a function whatever else it prefers, and its repeat hears when to ask again', async () => {
    const more = {
      'idempotency-key': writeKey(crypto.randomUUID()),
      // This server takes nothing back and plans nothing: both are no more than words.
      prefer: 'tx=rollback, tx=commit',
      accept: 'application/json, application/vnd.pgrst.plan',
    }
    const line = 'POST /rest/v1/rpc/set_legal_hold'
    const body = { reason: 'A lawsuit', person: bob.userId }
    const set = await call(ada, line, body, more)
    expect(set).toMatchObject({ status: 200, body: expect.any(String) })
    expect(await call(ada, line, body, more)).toEqual(set)

    await setState(ada, 'running')
    const again = await server.fetch(line.slice('POST '.length), {
      method: 'POST',
      headers: { ...more, authorization: `Bearer ${ada.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await again.json()).toMatchObject({ code: 'key_running' })
    expect(again).toMatchObject({ status: 409 })
    expect(again.headers.get('retry-after')).toBe('1')
  })

  describe('while its route waits', () => {
    /** Sends a request that adds a view, and lets it go on after `meanwhile`. */
    async function heldUp(add: ReturnType<typeof keyed>, meanwhile: () => Promise<unknown>): Promise<Answer> {
      let answer: Promise<Answer> | undefined
      await server.database.asOwner(async (db) => {
        await db.query({ text: 'lock table panel.views in access exclusive mode' })
        answer = add(bob, 'POST /views', view('Open'))
        await expect.poll(() => rowsOf(bob)).toMatchObject([{ state: 'running' }])
        await expect.poll(waiting).toHaveLength(1)
        await meanwhile()
      })
      return answer!
    }
    const waiting = async () =>
      (
        await server.database.owner<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%panel.views%'`,
        )
      ).rows

    test('and how it ended cannot be written, it runs for others until that is written again', async () => {
      const add = keyed()
      const made = await heldUp(add, () => server.database.owner('revoke update on panel.requests from authenticated'))
      expect(made).toMatchObject({ status: 201, body: { name: 'Open' } })
      expect(await rowsOf(bob)).toMatchObject([{ state: 'running' }])
      await server.database.owner('grant update on panel.requests to authenticated')
      expect(await add(bob, 'POST /views', view('Open'))).toMatchObject(refused(409, 'key_running'))
      await expect.poll(() => add(bob, 'POST /views', view('Open')), { timeout: 10_000 }).toEqual(made)
      expect(await namesOf(bob)).toEqual(['Open'])
    })

    test('and the database breaks off, nobody knows whether it was done', async () => {
      const add = keyed()
      const lost = await heldUp(add, async () => {
        const [{ pid } = { pid: 0 }] = await waiting()
        await server.database.owner('select pg_terminate_backend($1)', [pid])
      })
      expect(lost.status).toBe(503)
      expect(await rowsOf(bob)).toEqual([{ state: 'unsure', status: null, answer: null }])
      expect(await add(bob, 'POST /views', view('Open'))).toMatchObject(refused(409, 'key_unsure'))
      expect(await keyed()(bob, 'POST /views', view('Open'))).toMatchObject({ status: 201 })
    })
  })

  test('stores nothing where the request does not', async () => {
    const before = await rowsOf(ada)
    const count = keyed()
    for (const tag of ['fair', 'vip']) {
      expect(await count(ada, 'POST /growth/v1/audiences/count', { tag })).toMatchObject({ status: 200 })
    }
    expect(await rowsOf(ada)).toEqual(before)
  })

  test('is of a route or a function that there is, where it is on a list', async () => {
    const routes = new Set(routesOf(server.app).flatMap(({ path, methods }) => methods.map((one) => `${one} ${path}`)))
    expect([...ANSWERED_ONCE, ...ONLY_READS].filter((route) => !routes.has(route) && !routes.has(`${route}/`))).toEqual(
      [],
    )
    const { rows } = await server.database.owner<{ name: string }>(
      `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname = any ($1)`,
      [[...KEYED_FUNCTIONS]],
    )
    expect(new Set(rows.map(({ name }) => name))).toEqual(KEYED_FUNCTIONS)
  })
})

describe('what a person does in the page', () => {
  /** The page of Bob, behind a line that loses the answers to its first changes. */
  async function pageOf(person: VaultPerson, { loses }: { loses: number }) {
    let left = loses
    const proxy = http.createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming
      const asking = http.request(server.url + url, { method, headers }, (answer) => {
        if (method !== 'GET' && (left -= 1) >= 0) return void answer.resume().on('end', () => outgoing.destroy())
        void pipeline(answer, outgoing.writeHead(answer.statusCode ?? 502, answer.headers)).catch(() => undefined)
      })
      incoming.pipe(asking)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    })
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const api = new VaultApi({
      baseUrl: `http://127.0.0.1:${port}`,
      publishableKey: server.secrets.publishableKeys[0] ?? '',
      accessToken: async () => person.accessToken,
    })
    return createKeyless(async () => api).views
  }
  const open = { name: 'Open', query: 'state=open' }

  test('and tries again after a lost answer is done once', async () => {
    const views = await pageOf(bob, { loses: 1 })
    await expect(views.add('contacts', open)).rejects.toMatchObject({ code: 'offline' })
    expect(await namesOf(bob)).toEqual(['Open'])
    const made = await views.add('contacts', open)
    expect((await call(bob, 'GET /views?list=contacts')).body.views).toEqual([made])
    // It was answered: the same once more is meant.
    await expect(views.add('contacts', open)).rejects.toMatchObject({ code: 'name_taken' })
  })

  test('twice by a double click is done once', async () => {
    const views = await pageOf(bob, { loses: 0 })
    const [first, second] = await Promise.all([views.add('contacts', open), views.add('contacts', open)])
    expect(second).toEqual(first)
    expect(await namesOf(bob)).toEqual(['Open'])
  })
})
