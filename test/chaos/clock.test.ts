import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLog } from '#server/ledger/check-log.ts'
import { listAllLogs } from '#server/ledger/operator.sql.ts'
import { RateLimits } from '#server/http/rate-limits.ts'
import { PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { chaosSettings, reportFinding } from './chaos-settings.ts'

const HOUR = 3600
const DAY = 24 * HOUR

let server: TestServer
let me: Person
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  server.clock.reset()
  me = await signedInPerson(server)
})
afterAll(() => server.stop())

const asks = (token: string) =>
  server.fetch('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
const signsIn = async () =>
  (await server.client().auth.signInWithPassword({ email: me.email, password: PASSWORD })).error
const stores = async (name: string) =>
  (await me.client.storage.from('encrypted-files').upload(`${me.session.user.id}/${name}`, new Blob([name]))).error

const JUMPS: [name: string, seconds: number][] = [
  ['400 days forward', 400 * DAY],
  ['an hour back', -HOUR],
  ['an hour forward', HOUR + 60],
  ['400 days back', -400 * DAY],
]

describe.each(chaosSettings.isAsked ? JUMPS : JUMPS.slice(0, 1))('the clock of a server jumps %s', (_, seconds) => {
  test('and people sign in and store, before it is right again and afterwards', async () => {
    expect(await stores('before')).toBeNull()
    server.clock.advance(seconds)
    expect(await signsIn()).toBeNull()
    server.clock.reset()
    expect(await signsIn()).toBeNull()
    expect(await stores('after')).toBeNull()
    const { data } = await me.client.storage.from('encrypted-files').download(`${me.session.user.id}/before`)
    expect(await data?.text()).toBe('before')
  })

  test('and what it signed meanwhile ends with its session, whenever that is', async () => {
    server.clock.advance(seconds)
    const { data } = await server.client().auth.signInWithPassword({ email: me.email, password: PASSWORD })
    const token = data.session?.access_token ?? ''
    expect(await asks(token)).toBe(200)
    server.clock.reset()
    await server.database.owner('delete from auth.sessions where user_id = $1', [me.session.user.id])
    // What a server knows of a session is a second old at most.
    await sleep(1100)
    expect(await asks(token)).not.toBe(200)
  })
})

test('a bucket that was emptied while the clock was 400 days ahead fills again once it is right', async () => {
  const limits = new RateLimits({ ...server, config: { rateLimitFactor: 1 } })
  const takes = () =>
    limits.take('recoveryCodeByUser', me.session.user.id).then(
      () => true,
      () => false,
    )
  while (await takes()) continue
  await server.database.owner(`update auth.rate_limits set refilled_at = refilled_at + interval '400 days'`)
  expect(await takes()).toBe(true)
})

test('events that were written while the clock was wrong have their places in the order in which they came', async () => {
  for (const seconds of [400 * DAY, -400 * DAY, -HOUR]) {
    server.clock.advance(seconds)
    expect(await signsIn()).toBeNull()
    await server.ledger.placeAll()
    await server.ledger.signAll(0)
  }
  const logs = await listAllLogs(server.database)
  expect(logs.length).toBeGreaterThan(0)
  for (const log of logs) expect(await checkLog(server.database, log)).toEqual([])
  reportFinding('clock', {
    tried: `${JUMPS.map(([name]) => name).join(', ')}, and right again`,
    found:
      'people signed in and stored at each time; ended sessions ended; limits filled again; the ledger kept its order',
  })
})
