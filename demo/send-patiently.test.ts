import { expect, test } from 'vitest'
import { sendPatiently } from './send-patiently.ts'

const limited = (seconds?: string) =>
  new Response('', { status: 429, headers: seconds === undefined ? {} : { 'retry-after': seconds } })

/** Answers of a server, in their order, and the headers that it saw. */
function answering(...answers: Response[]) {
  const seen: (string | null)[] = []
  const send: typeof fetch = async (_, init) => {
    seen.push(new Headers(init?.headers).get('x-self-test'))
    return answers.shift() ?? new Response('', { status: 500 })
  }
  return { seen, send }
}

test('a request that a limit refuses is sent again when the server says, with the headers of then', async () => {
  const { seen, send } = answering(limited('0'), limited('0'), new Response('done'))
  let asked = 0
  const answer = await sendPatiently(send, () => ({ 'x-self-test': String((asked += 1)) }))('http://127.0.0.1/')
  expect(await answer.text()).toBe('done')
  expect(seen).toEqual(['1', '2', '3'])
})

test.each([[undefined], ['3600']])('one that is to wait for %s seconds is refused', async (seconds) => {
  const { seen, send } = answering(limited(seconds))
  expect((await sendPatiently(send, () => ({}))('http://127.0.0.1/')).status).toBe(429)
  expect(seen).toHaveLength(1)
})
