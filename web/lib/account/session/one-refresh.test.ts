import { beforeEach, expect, test } from 'vitest'
import { createOneRefresh } from './one-refresh.ts'
import { sessionOf, TestBrowser, type TestTab } from './testing/browser.ts'
import { SESSION_KEY } from './stored-session.ts'

const URL = 'https://vault.example.org/auth/v1/token?grant_type=refresh_token'
let sent: string[]
let tabs: TestTab[]
let answers: (() => void)[]

beforeEach(async () => {
  sent = []
  answers = []
  const browser = new TestBrowser()
  tabs = [await browser.open(), await browser.open(), await browser.open()]
  tabs[0]?.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('ada')))
})

/** As `navigator.locks`: one after the other, for all tabs. */
let queue: Promise<unknown> = Promise.resolve()
const locks = {
  request: (_name: string, work: () => Promise<void>) => {
    queue = queue.then(work)
    return queue
  },
} as unknown as LockManager

/** A server that renews the token, when the test lets it answer. */
const fetchIt: typeof fetch = async (_url, init) => {
  const body = typeof init?.body === 'string' ? init.body : '{}'
  const { refresh_token: token = '' } = JSON.parse(body) as { refresh_token?: string }
  sent.push(token)
  await new Promise<void>((resolve) => void answers.push(resolve))
  return Response.json(sessionOf('ada', `after ${token}`))
}
const refreshIn = (tab: TestTab) => createOneRefresh({ fetch: fetchIt, locks, storage: tab.storage })
const ask = (token: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ refresh_token: token }) })
const tokenIn = async (answer: Response) => ((await answer.json()) as { refresh_token: string }).refresh_token

test('three tabs renew at once: the server is asked once, and all have the same token', async () => {
  const waiting = tabs.map((tab) => refreshIn(tab)(URL, ask('first')))
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  const [one, ...others] = waiting
  const token = await one?.then(tokenIn)
  // auth-js stores what it was answered; the others wait for that.
  tabs[0]?.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('ada', token)))
  expect(await Promise.all(others.map(async (answer) => tokenIn(await answer)))).toEqual(['after first', 'after first'])
  expect(sent).toEqual(['first'])
})

test('a refusal is passed on, and the next tab asks for itself', async () => {
  const refuse = (async () => {
    sent.push('refused')
    return new Response('{}', { status: 503 })
  }) as typeof fetch
  for (const tab of tabs.slice(0, 2)) {
    const answer = await createOneRefresh({ fetch: refuse, locks, storage: tab.storage })(URL, ask('first'))
    expect(answer.status).toBe(503)
  }
  expect(sent).toEqual(['refused', 'refused'])
})

test('a connection that broke is the failure of this call, and the lock is free again', async () => {
  const broken = (async () => {
    throw new TypeError('no connection')
  }) as typeof fetch
  const [tab] = tabs
  if (!tab) throw new Error('no tab')
  const brokenRefresh = createOneRefresh({ fetch: broken, locks: naturalLocks(), storage: tab.storage })
  await expect(brokenRefresh(URL, ask('first'))).rejects.toThrow('no connection')
})

test('a tab that slept between two tries never sends the token of before: it is answered by what others stored', async () => {
  const [awake, asleep] = tabs
  if (!awake || !asleep) throw new Error('no tabs')
  // auth-js reads it, the connection breaks, and the computer sleeps before the next try.
  asleep.storage.getItem(SESSION_KEY)
  for (const token of ['second', 'third']) {
    awake.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('ada', token)))
  }
  expect(await refreshIn(asleep)(URL, ask('first')).then(tokenIn)).toBe('third')
  expect(sent).toEqual([])
})

test('nothing of another account answers the token that this tab had before', async () => {
  const [tab] = tabs
  if (!tab) throw new Error('no tab')
  tab.storage.release()
  tab.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf('bob', 'of bob')))
  const answer = refreshIn(tab)(URL, ask('first'))
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  expect(await answer.then(tokenIn)).toBe('after first')
})

test('a server that never answers holds up the other tabs for a while only', async () => {
  const [one] = tabs
  if (!one) throw new Error('no tab')
  const { promise, reject } = Promise.withResolvers<Response>()
  const released = Promise.withResolvers<void>()
  const locks = {
    request: async (_name: string, work: () => Promise<void>) => (await work(), released.resolve()),
  } as unknown as LockManager
  const dead = createOneRefresh({ fetch: () => promise, locks, storage: one.storage, patienceMs: 1 })
  const asked = dead(URL, ask('first'))
  await released.promise
  reject(new TypeError('no connection'))
  await expect(asked).rejects.toThrow('no connection')
})

test('a session from elsewhere, and every other request, are not held up', async () => {
  const [tab] = tabs
  if (!tab) throw new Error('no tab')
  const refresh = refreshIn(tab)
  const both = [refresh(URL, ask('of a mailed link')), refresh('https://vault.example.org/auth/v1/user', ask('first'))]
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer()
  await Promise.all(both)
  expect(sent).toEqual(['of a mailed link', 'first'])
})

function naturalLocks(): LockManager {
  return { request: (_name: string, work: () => Promise<void>) => work() } as unknown as LockManager
}
