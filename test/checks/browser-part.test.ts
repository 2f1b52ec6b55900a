import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAME_TOKEN } from '#contract/checks/checks.ts'
import { browserPart } from '#server/checks/browser-answers.ts'
import { type Check, failed, passed } from '#server/checks/check.ts'
import { makeRun } from '#server/checks/comprehensive-test.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { askAbout, failedIn, passedIn, startWithBrowser } from './browser-run.ts'

let server: TestServer
let admin: Person
let other: Person
let member: Person
beforeAll(async () => {
  server = await startServer()
  admin = await signedInPerson(server)
  other = await signedInPerson(server)
  member = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'security_admin' from profiles where user_id = $1`,
    [other.session.user.id],
  )
})
afterAll(() => server.stop())
beforeEach(() => server.database.owner('delete from checks.runs'))

const ONE = { results: [passedIn('MOB-02')] }

describe.each([
  ['browser', ONE],
  ['frames', { path: '/login' }],
])('POST /runs/:id/%s', (route, body) => {
  test('is for the page that started the run, while it is under way', async () => {
    const run = await startWithBrowser(server, admin)
    const statusFor = async (person: Person) => (await askAbout(server, person, `/${run}/${route}`, body)).status
    expect([await statusFor(member), await statusFor(other)]).toEqual([403, 403])
    expect([200, 204]).toContain(await statusFor(admin))

    await makeRun(server.services, run, { checks: [] })
    expect(await statusFor(admin)).toBe(409)
  })

  test('is refused where no browser takes part, or there is no such run', async () => {
    const { id } = JSON.parse(await (await askAbout(server, admin, '', {})).text()) as { id: string }
    expect((await askAbout(server, admin, `/${id}/${route}`, body)).status).toBe(403)
    expect((await askAbout(server, admin, `/00000000-0000-4000-8000-000000000000/${route}`, body)).status).toBe(404)
  })
})

test.each<[string, object]>([
  ['the id of a check that no browser makes', { results: [{ ...passedIn('MOB-02'), id: 'DB-07' }] }],
  ['two answers to one check', { results: [passedIn('MOB-02'), failedIn('MOB-02', 'wide')] }],
  ['a failure without words', { results: [{ ...failedIn('MOB-02', '') }] }],
  ['long words', { results: [failedIn('MOB-02', 'x'.repeat(501))] }],
  ['a long figure', { results: [passedIn('MOB-02', { found: 'x'.repeat(201) })] }],
  [
    'many figures',
    { results: [passedIn('MOB-02', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}`, at])))] },
  ],
  ['a state of its own', { results: [{ ...passedIn('MOB-02'), status: 'skipped' }] }],
  ['nothing', { results: [] }],
  ['more than fits', { results: [passedIn('MOB-02')], filler: 'x'.repeat(70_000) }],
])('%s is refused', async (_what, body) => {
  const run = await startWithBrowser(server, admin)
  const { status } = await askAbout(server, admin, `/${run}/browser`, body)
  expect([400, 413]).toContain(status)
  expect((await server.database.owner('select from checks.browser_answers')).rowCount).toBe(0)
})

test('the first answer stands, and none is kept when the run has ended', async () => {
  const run = await startWithBrowser(server, admin)
  await askAbout(server, admin, `/${run}/browser`, { results: [failedIn('SEC-02', 'A page takes text for markup')] })
  await askAbout(server, admin, `/${run}/browser`, { results: [passedIn('SEC-02'), passedIn('SEC-12', { tried: 5 })] })
  const seen: unknown[] = []
  await makeRun(server.services, run, {
    checks: [
      [
        'SEC-02',
        async (context) => {
          seen.push(await browserPart(context, 'SEC-02'), await browserPart(context, 'SEC-12'))
          return passed()
        },
      ],
    ],
  })
  expect(seen).toEqual([failed('A page takes text for markup'), passed({ tried: 5 })])
  expect((await server.database.owner('select from checks.browser_answers')).rowCount).toBe(0)
})

test('browsers are waited for last: everything else is checked meanwhile', async () => {
  const run = await startWithBrowser(server, admin)
  const order: string[] = []
  const waiting: Check = async (context) => {
    const answer = await browserPart(context, 'NAV-07')
    order.push('heard')
    return answer ?? failed('nothing came')
  }
  const other: Check = async () => {
    order.push('checked')
    await askAbout(server, admin, `/${run}/browser`, { results: [passedIn('NAV-07')] })
    return passed()
  }
  // As many as are made at a time.
  const checks = [['NAV-07', waiting] as const, ['MOB-02', waiting] as const, ['DB-01', other] as const]
  await makeRun(server.services, run, { checks, patience: 0.2 })
  expect(order).toEqual(['checked', 'heard', 'heard'])
})

describe('a document', () => {
  const leaveFor = async (path: string): Promise<string> => {
    await server.database.owner('delete from checks.runs')
    const run = await startWithBrowser(server, admin)
    const answer = await askAbout(server, admin, `/${run}/frames`, { path })
    return (JSON.parse(await answer.text()) as { token: string }).token
  }
  const framedBy = async (path: string, token: string, method = 'GET') => {
    const { headers } = await server.fetch(`${path}?${FRAME_TOKEN}=${token}`, {
      method,
      headers: { accept: 'text/html' },
    })
    const policy = headers.get('content-security-policy') ?? ''
    return [/frame-ancestors '(\w+)'/.exec(policy)?.[1], headers.get('x-frame-options')]
  }
  const NOBODY = ['none', 'DENY']
  const ITSELF = ['self', 'SAMEORIGIN']

  test.each(['/', '/login', '/pricing', '/dashboard/settings'])(
    '%s may be framed by its own origin, once',
    async (path) => {
      const token = await leaveFor(path)
      expect(await framedBy(path, token, 'HEAD')).toEqual(NOBODY)
      expect(await framedBy(path, token)).toEqual(ITSELF)
      expect(await framedBy(path, token)).toEqual(NOBODY)
    },
  )

  test('keeps the rest of its policy', async () => {
    const strict = (await server.fetch('/login', { headers: { accept: 'text/html' } })).headers
    const token = await leaveFor('/login')
    const { headers } = await server.fetch(`/login?${FRAME_TOKEN}=${token}`, { headers: { accept: 'text/html' } })
    const changed = ['content-security-policy', 'x-frame-options', 'date', 'last-modified']
    const rest = (all: Headers) => [...all].filter(([name]) => !changed.includes(name))
    expect(rest(headers)).toEqual(rest(strict))
    expect(headers.get('content-security-policy')).toBe(
      strict.get('content-security-policy')?.replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`),
    )
  })

  test('is framed by nobody with leave for another one, a forged one, or a minute later', async () => {
    expect(await framedBy('/pricing', await leaveFor('/login'))).toEqual(NOBODY)
    expect(await framedBy('/login', `${(await leaveFor('/login')).slice(0, -4)}AAAA`)).toEqual(NOBODY)
    expect(await framedBy('/login', 'none')).toEqual(NOBODY)
    const token = await leaveFor('/login')
    server.clock.advance(61)
    expect(await framedBy('/login', token)).toEqual(NOBODY)
  })

  test('is the only thing that there is leave for', async () => {
    const run = await startWithBrowser(server, admin)
    for (const path of ['//elsewhere.invalid', 'https://elsewhere.invalid/', '/login?next=/', '/a\\b', '']) {
      expect((await askAbout(server, admin, `/${run}/frames`, { path })).status).toBe(400)
    }
  })
})
