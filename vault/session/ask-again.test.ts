import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away =
  (seconds: string | undefined = '5', code = 'unavailable') =>
  () =>
    Response.json({ code }, { status: 503, ...(seconds && { headers: { 'retry-after': seconds } }) })
const answered = () => Response.json([])

/** Answers one after the other, the last for ever. @returns the status of what came in the end, the tries, and the time. */
async function ask(asked: Parameters<typeof askAgain>[0], ...answers: (() => Response)[]) {
  const startedAt = Date.now()
  let tries = 0
  const asking = askAgain(asked, async () => {
    const answer = answers[Math.min(tries, answers.length - 1)]
    tries += 1
    if (!answer) throw new Error('no answer is set')
    return answer()
  })
  await vi.runAllTimersAsync()
  const { status } = await asking
  return { status, tries, waitedMs: Date.now() - startedAt }
}

test('what only reads is sent again after the time that the server names', async () => {
  expect(await ask({ path: '/rest/v1/a' }, away('5'), away('2'), answered)).toEqual({
    status: 200,
    tries: 3,
    waitedMs: 7000,
  })
  expect(await ask({ path: '/audit/v1/logs', method: 'GET' }, away(), answered)).toMatchObject({ status: 200 })
})

test('three times in all', async () => {
  expect(await ask({ path: '/rest/v1/a' }, away())).toEqual({ status: 503, tries: 3, waitedMs: 10_000 })
})

test.each(['POST', 'PATCH', 'DELETE'])(
  'a %s is sent again only when the server says that nothing was done',
  async (method) => {
    expect(await ask({ method, path: '/rest/v1/a' }, away('2', 'PGRST003'), answered)).toMatchObject({ status: 200 })
    expect(await ask({ method, path: '/rest/v1/a' }, away('5', 'PGRST001'), answered)).toMatchObject({ tries: 1 })
    // Elsewhere a request may be more than one transaction.
    expect(await ask({ method, path: '/auth/v1/a' }, away('2', 'PGRST003'), answered)).toMatchObject({ tries: 1 })
  },
)

test.each<[why: string, asked: Parameters<typeof askAgain>[0], answer: () => Response]>([
  ['without a time to wait', { path: '/rest/v1/a' }, away('')],
  ['after a time that is too long', { path: '/rest/v1/a' }, away('30')],
  ['another refusal', { path: '/rest/v1/a' }, () => new Response('', { status: 500, headers: { 'retry-after': '5' } })],
  ['content of files', { path: '/storage/v1/object/a' }, away()],
])('nothing is sent again: %s', async (_, asked, answer) => {
  expect((await ask(asked, answer, answered)).tries).toBe(1)
})

test('stopping ends the wait', async () => {
  const stop = new AbortController()
  const asking = askAgain({ path: '/rest/v1/a', signal: stop.signal }, async () => away()())
  const ended = expect(asking).rejects.toThrow('stopped')
  await vi.advanceTimersByTimeAsync(1000)
  stop.abort(new Error('stopped'))
  await ended
})
