import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HttpReceiver, startHttpReceiver } from '../support/counterparts/http-receiver.ts'
import { lokiAnswer, splunkAnswer, type Taken } from '../support/counterparts/log-collectors.ts'
import { addStream, call, deliver, makeEvents, owner, passTime, stageStreams, stateOf } from './stream-stage.ts'

stageStreams()
let receiver: HttpReceiver
let taken: Taken[] = []
beforeAll(async () => {
  receiver = await startHttpReceiver()
})
afterAll(() => receiver.kill())
beforeEach(() => {
  taken = []
  receiver.received.length = 0
})
const address = (path = '') => `http://127.0.0.1:${receiver.port}${path}`

test.each(['json', 'cef', 'ocsf'])('a collector of Splunk takes events as %s', async (format) => {
  receiver.answer = splunkAnswer('right-token', taken)
  const { id } = await addStream({ kind: 'splunk', address: address(), secret: 'right-token', format })
  const marks = await makeEvents(3)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 3, last_error: null })
  expect(taken).toHaveLength(3)
  for (const [at, { timeMs, event }] of taken.entries()) {
    expect(JSON.stringify(event)).toContain(marks[at])
    expect(Math.abs(Date.now() - timeMs)).toBeLessThan(60_000)
    expect(typeof event).toBe(format === 'cef' ? 'string' : 'object')
  }
})

test('a collector that refuses the token, or the events with a status of 200, has not taken them', async () => {
  receiver.answer = splunkAnswer('right-token', taken)
  const { id } = await addStream({ kind: 'splunk', address: address(), secret: 'wrong-token' })
  await makeEvents(1)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'refuses_token 403' })
  receiver.answer = (_request, response) => void response.writeHead(200).end('{"text":"Server is busy","code":9}')
  await passTime(id)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'collector_refused 9' })
  receiver.answer = (_request, response) => void response.writeHead(200).end('<html>')
  await passTime(id)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'not_a_collector', failed_tries: 3 })
})

test('the token is in the request and in nothing that people see', async () => {
  receiver.answer = splunkAnswer('right-token', taken)
  const { id } = await addStream({ kind: 'splunk', address: address('/own/place'), secret: 'right-token' })
  const { body } = await call(owner, 'POST', `/${id}/test`)
  expect(receiver.received[0]).toMatchObject({ url: '/own/place', headers: { authorization: 'Splunk right-token' } })
  expect(body).toMatchObject({ shown: expect.stringContaining('authorization: ••••••') })
  expect(JSON.stringify(body)).not.toContain('right-token')
})

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['tenant:password', `Basic ${Buffer.from('tenant:password').toString('base64')}`],
  ['a-token', 'Bearer a-token'],
])('Loki takes lines with the time of their events; the secret is %s', async (secret, authorization) => {
  receiver.answer = lokiAnswer(authorization, taken)
  const { id } = await addStream({ kind: 'loki', address: address(), ...(secret && { secret }) })
  const marks = [...(await makeEvents(2)), ...(await makeEvents(1, { category: 'data_access' }))]
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 3, last_error: null })
  expect(taken.map(({ labels }) => labels?.['category'])).toEqual(['auth', 'auth', 'data_access'])
  for (const { timeMs, event } of taken) {
    const { created_at: at, details } = JSON.parse(String(event)) as { created_at: string; details: { mark: string } }
    expect(marks).toContain(details.mark)
    expect(timeMs).toBe(Date.parse(at))
  }
})

test('Loki that refuses has not taken them', async () => {
  receiver.answer = lokiAnswer('Bearer another', taken)
  const { id } = await addStream({ kind: 'loki', address: address(), secret: 'a-token' })
  await makeEvents(1)
  await deliver()
  expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: 'refuses_token 401' })
})
