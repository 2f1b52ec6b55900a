import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CheckId } from '#contract/checks/checks.ts'
import { type Check, failed, passed, skipped } from '#server/checks/check.ts'
import { checkTasks, makeRun } from '#server/checks/comprehensive-test.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

type Run = Record<string, unknown> & { id: string; status: string; startedAt: string; digest: string }
type Result = Record<string, unknown> & { id: string }

let server: TestServer
let admin: Person
let member: Person
beforeAll(async () => {
  server = await startServer()
  admin = await signedInPerson(server)
  member = await signedInPerson(server)
})
afterAll(() => server.stop())
beforeEach(() => server.database.owner('delete from checks.runs'))

const FOUND: readonly (readonly [CheckId, Check])[] = [
  ['DB-01', async () => passed({ took: 3 })],
  ['DB-07', async () => failed('RLS policy allows unauthorized access to tenant data')],
  ['MAIL-01', async () => skipped('local_mailbox')],
]

const ask = (person: Person | undefined, method: string, path: string, body?: object) =>
  server.fetch(`/checks/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function json<T>(answer: Response): Promise<T> {
  return JSON.parse(await answer.text()) as T
}

/** Started as a person does; the job is not worked on by the server of the tests. */
async function started(): Promise<Run> {
  const answer = await ask(admin, 'POST', '/runs')
  expect(answer.status).toBe(202)
  return json<Run>(answer)
}

async function completed(checks = FOUND): Promise<Run> {
  const { id } = await started()
  await makeRun(server.services, id, { checks })
  return (await json<{ run: Run }>(await ask(admin, 'GET', `/runs/${id}`))).run
}

const eventsOf = async (type: string) =>
  (
    await server.database.owner<{ user_id: string | null; details: Record<string, unknown> }>(
      'select user_id, details from system_audit_log where event_type = $1 order by created_at desc',
      [type],
    )
  ).rows

test.each([
  ['GET', '/runs'],
  ['POST', '/runs'],
  ['GET', '/runs/00000000-0000-4000-8000-000000000000'],
  ['GET', '/runs/00000000-0000-4000-8000-000000000000/events'],
  ['GET', '/runs/00000000-0000-4000-8000-000000000000/export'],
  ['POST', '/runs/00000000-0000-4000-8000-000000000000/cancel'],
])('%s %s is for people who may run tests', async (method, path) => {
  expect((await ask(undefined, method, path)).status).toBe(401)
  expect((await ask(member, method, path)).status).toBe(403)
})

test('a run counts what passed and failed, and what was skipped as neither', async () => {
  const run = await completed()

  expect(run).toMatchObject({
    name: 'Comprehensive Test Suite',
    status: 'completed',
    progress: 100,
    passedTests: 1,
    failedTests: 1,
    skippedTests: 1,
    startedBy: admin.email,
    cause: 'person',
  })
  const { results } = await json<{ results: Result[] }>(await ask(admin, 'GET', `/runs/${run.id}`))
  expect(results).toMatchObject([
    { id: 'DB-01', category: 'database', severity: 'critical', status: 'passed', evidence: { took: 3 }, error: null },
    { id: 'DB-07', status: 'failed', error: 'RLS policy allows unauthorized access to tenant data' },
    { id: 'MAIL-01', status: 'skipped', reason: 'local_mailbox', error: null },
  ])
})

test('one runs at a time, however often it is asked for at once, and another one after it', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => ask(admin, 'POST', '/runs')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  const first = await json<Run>(answers.find(({ status }) => status === 202) as Response)
  const refused = await ask(admin, 'POST', '/runs')
  expect(await json(refused)).toEqual({
    code: 'already_running',
    message: 'The test runs already: follow that run, or cancel it',
  })
  const [begun, ...others] = (await eventsOf('tests.started')).filter(({ details }) => details['run'] === first.id)
  // The list of the log leaves out what has a cause.
  expect([begun?.details, others]).toEqual([{ run: first.id, started_as: 'person' }, []])
  await makeRun(server.services, first.id, { checks: FOUND })
  const second = await started()

  const { runs } = await json<{ runs: Run[] }>(await ask(admin, 'GET', '/runs'))
  expect(runs.map(({ id }) => id)).toEqual([second.id, first.id])
})

test('a run that was forsaken by its server keeps nobody from another one', async () => {
  const first = await started()
  await server.database.owner(`update checks.runs set started_at = started_at - interval '16 minutes'`)
  const second = await started()
  const { runs } = await json<{ runs: Run[] }>(await ask(admin, 'GET', '/runs'))
  expect(runs.map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'running'],
    [first.id, 'cancelled'],
  ])
  const [event] = await eventsOf('tests.cancelled')
  expect(event).toMatchObject({ user_id: null, details: { run: first.id, sha256: expect.any(String) } })
  expect((await ask(admin, 'GET', `/runs/${first.id}/export`)).status).toBe(200)
})

test('a check that throws has failed and does not end the run', async () => {
  const run = await completed([
    ['DB-01', async () => Promise.reject(new Error('no answer for ada@example.org'))],
    ['DB-02', async () => passed()],
  ])
  const { results } = await json<{ results: Result[] }>(await ask(admin, 'GET', `/runs/${run.id}`))
  expect(results).toMatchObject([
    { id: 'DB-01', status: 'failed', error: 'no answer for …@…' },
    { id: 'DB-02', status: 'passed' },
  ])
})

test('a run that another server began is continued, and what it found stands', async () => {
  const { id } = await started()
  await server.database.owner(
    `insert into checks.results (run_id, check_id, name, category, severity, status, error)
     values ($1, 'DB-01', 'a', 'database', 'critical', 'failed', 'found before'), ($1, 'DB-07', 'b', 'database', 'critical', 'running', null)`,
    [id],
  )
  await makeRun(server.services, id, { checks: FOUND })
  const { results } = await json<{ results: Result[] }>(await ask(admin, 'GET', `/runs/${id}`))
  expect(results.map(({ id: check, error }) => [check, error])).toEqual([
    ['DB-01', 'found before'],
    ['DB-07', 'RLS policy allows unauthorized access to tenant data'],
    ['MAIL-01', null],
  ])
})

test('a cancelled run begins no other check, and says so', async () => {
  const { id } = await started()
  const begun: string[] = []
  await makeRun(server.services, id, {
    checks: [
      [
        'DB-01',
        async () => {
          begun.push('DB-01')
          expect((await ask(admin, 'POST', `/runs/${id}/cancel`)).status).toBe(204)
          return passed()
        },
      ],
      [
        'DB-02',
        async ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      ],
      [
        'DB-03',
        async () => {
          begun.push('DB-03')
          return passed()
        },
      ],
    ],
  })
  expect(begun).toEqual(['DB-01'])
  const { run } = await json<{ run: Run }>(await ask(admin, 'GET', `/runs/${id}`))
  expect(run).toMatchObject({ status: 'cancelled' })
  expect((await ask(admin, 'POST', `/runs/${id}/cancel`)).status).toBe(409)
  const [event] = await eventsOf('tests.cancelled')
  expect(event).toMatchObject({ user_id: admin.session.user.id, details: { run: id } })
})

test('what is exported is signed by the server, and its hash is in the audit log', async () => {
  const run = await completed()
  const answer = await ask(admin, 'GET', `/runs/${run.id}/export`)
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="test-results-${run.startedAt.slice(0, 10)}.json"`,
  )
  const file = await json<{ sha256: string; signature: string; results: Result[]; run: Run }>(answer)

  const keys = await json<JSONWebKeySet>(await server.fetch('/auth/v1/.well-known/jwks.json'))
  const { payload, protectedHeader } = await compactVerify(file.signature, createLocalJWKSet(keys))
  expect(protectedHeader.typ).toBe('quantumshield-test-results+jws')
  const { sha256, signature: _signature, ...shown } = file
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(shown)
  expect(createHash('sha256').update(payload).digest('hex')).toBe(sha256)
  expect((await eventsOf('tests.completed')).slice(0, 1)).toMatchObject([
    { details: { run: run.id, sha256, passed: 1, failed: 1, skipped: 1 } },
  ])
  expect((await eventsOf('tests.exported')).slice(0, 1)).toMatchObject([
    { user_id: admin.session.user.id, details: { run: run.id, sha256 } },
  ])
})

test('a run of some categories makes their checks alone, and says which they were', async () => {
  const asked = { categories: ['docs', 'email', 'docs'] }
  const run = await json<Run>(await ask(admin, 'POST', '/runs', asked))
  expect(run).toMatchObject({ totalTests: 12, categories: ['email', 'docs'] })
  await makeRun(server.services, run.id, { checks: FOUND })

  const news = await json<{ run: Run; results: Result[] }>(await ask(admin, 'GET', `/runs/${run.id}`))
  expect(news.run).toMatchObject({ status: 'completed', progress: 100, categories: ['email', 'docs'] })
  expect(news.results.map(({ id }) => id)).toEqual(['MAIL-01'])
  expect(await json(await ask(admin, 'GET', `/runs/${run.id}/export`))).toMatchObject({
    run: { categories: ['email', 'docs'] },
  })
  const [begun] = await eventsOf('tests.started')
  expect(begun?.details).toMatchObject({ run: run.id, categories: ['email', 'docs'] })
})

test('a category that there is not starts nothing', async () => {
  const answer = await ask(admin, 'POST', '/runs', { categories: ['weather'] })
  expect(answer.status).toBe(400)
  expect(await json(answer)).toEqual({ code: 'bad_request', message: 'The request cannot be read: "categories.0"' })
  const { runs } = await json<{ runs: Run[] }>(await ask(admin, 'GET', '/runs'))
  expect(runs).toEqual([])
})

test('results that were changed in the database are not exported', async () => {
  const run = await completed()
  await server.database.owner(`update checks.results set status = 'passed' where run_id = $1 and check_id = 'DB-07'`, [
    run.id,
  ])
  expect((await ask(admin, 'GET', `/runs/${run.id}/export`)).status).toBe(500)
})

test('somebody who watches hears of each check, and of the end', async () => {
  const { id } = await started()
  const answer = await ask(admin, 'GET', `/runs/${id}/events`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const made = makeRun(server.services, id, { checks: FOUND })
  const events = (await answer.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace('event: run\ndata: ', '')) as { run: Run; results: Result[] })
  await made
  expect(events[0]?.run.status).toBe('running')
  expect(events.at(-1)?.run).toMatchObject({ status: 'completed', progress: 100 })
  const heard = new Map(events.flatMap(({ results }) => results.map((result) => [result.id, result['status']])))
  expect(Object.fromEntries(heard)).toEqual({ 'DB-01': 'passed', 'DB-07': 'failed', 'MAIL-01': 'skipped' })
})

test('somebody who may no longer run tests hears nothing more, and five streams at once are too many', async () => {
  const { id } = await started()
  const watch = () => ask(admin, 'GET', `/runs/${id}/events`)
  const streams = await Promise.all([watch(), watch(), watch(), watch()])
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await watch()).status).toBe(429)
  await streams[3]?.body?.cancel()
  await expect.poll(async () => (await watch().then(({ status, body }) => [status, body?.cancel()]))[0]).toBe(200)
  const roleEnds = (at: string | null) =>
    server.database.owner(`update enterprise_user_roles set expires_at = $2 where user_id = $1 and role <> 'member'`, [
      admin.session.user.id,
      at,
    ])
  await roleEnds('2026-01-01')
  const heard = await Promise.all(streams.slice(0, 3).map((stream) => stream.text()))
  expect(heard.every((text) => text.includes('"status":"running"') && !text.includes('"completed"'))).toBe(true)
  expect((await watch()).status).toBe(403)
  await roleEnds(null)
})

test('accounts of a run are in organisations that are nobody’s, and are gone when it ends', async () => {
  let seen: unknown
  const run = await completed([
    [
      'AUTH-02',
      async ({ people, site }) => {
        const { accessToken, person } = await people.enter(site, { organisation: 'b', role: 'admin' })
        const { rows } = await server.database.owner(
          'select t.probe, array_agg(r.role order by r.role) as roles from profiles p join tenants t on t.id = p.tenant_id join enterprise_user_roles r on r.user_id = p.user_id where p.user_id = $1 group by 1',
          [person.id],
        )
        seen = rows[0]
        expect(await site.read('/auth/v1/user', { token: accessToken })).toMatchObject({ email: person.email })
        return passed()
      },
    ],
  ])
  expect(run).toMatchObject({ failedTests: 0 })
  expect(seen).toEqual({ probe: 'b', roles: ['admin', 'member'] })
  const { rows } = await server.database.owner(
    'select from profiles p join tenants t on t.id = p.tenant_id where t.probe is not null',
  )
  expect(rows).toEqual([])
})

test('it runs each night where somebody has said so', async () => {
  const nightly = checkTasks(server.services, { checks: FOUND }).tasks['comprehensive_test:nightly']
  await nightly?.({})
  expect((await json<{ runs: Run[] }>(await ask(admin, 'GET', '/runs'))).runs).toEqual([])

  expect((await ask(admin, 'PUT', '/schedule', { isNightly: true })).status).toBe(204)
  await nightly?.({})
  const { runs, isNightly } = await json<{ runs: Run[]; isNightly: boolean }>(await ask(admin, 'GET', '/runs'))
  expect(isNightly).toBe(true)
  expect(runs).toMatchObject([{ cause: 'schedule', startedBy: null, status: 'running' }])
  expect(await eventsOf('tests.schedule_changed')).toMatchObject([{ details: { nightly: true } }])
})

const noticesOf = async (person: Person) =>
  (
    await server.database.owner<{ details: object }>(
      `select details from notifications where user_id = $1 and kind = 'tests_completed' order by created_at`,
      [person.session.user.id],
    )
  ).rows.map(({ details }) => details)
/** Works off what waits for its time, twice: a job that is tried again tells nobody again. */
async function tell(): Promise<void> {
  const { rows } = await server.database.owner<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'checks:tell'`,
  )
  for (const { payload } of [...rows, ...rows]) await checkTasks(server.services).tasks['checks:tell']?.(payload)
}

test('who started a run and left its page is notified of its end, once', async () => {
  const { id } = await completed()
  await tell()
  expect(await noticesOf(admin)).toEqual([{ run: id, name: '1/90' }])
})

test('nobody is notified of a run that a page of theirs showed to its end, that was cancelled, or that nobody started', async () => {
  const before = (await noticesOf(admin)).length
  const { id } = await completed()
  const news = await ask(admin, 'GET', `/runs/${id}/events`)
  expect(await news.text()).toContain('"completed"')
  await tell()

  const { id: cancelled } = await started()
  expect((await ask(admin, 'POST', `/runs/${cancelled}/cancel`)).status).toBe(204)
  await checkTasks(server.services).tasks['checks:tell']?.({ run: cancelled })

  await server.database.owner(
    `insert into checks.runs (name, cause, build, version, total_tests, status) values ('a', 'schedule', 'b', '0', 1, 'completed')`,
  )
  const nightly = await server.database.owner<{ id: string }>(`select id from checks.runs where cause = 'schedule'`)
  await checkTasks(server.services).tasks['checks:tell']?.({ run: nightly.rows[0]?.id })
  expect(await noticesOf(admin)).toHaveLength(before)
})
