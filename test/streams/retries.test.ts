import { describe, expect, onTestFinished, test } from 'vitest'
import { Streams } from '#server/streams/streams.ts'
import type { HttpReceiver } from '../support/counterparts/http-receiver.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { startNode } from '../support/server/test-server.ts'
import { call, deliver, makeEvents, owner, passTime, server, stageStreams, stateOf } from './stream-stage.ts'
import {
  addWebhook,
  answerWith,
  eventsOf,
  marksOf,
  otherReceiver,
  receiver,
  stageReceiver,
  take,
} from './webhook-stage.ts'

stageStreams()
stageReceiver()

describe('a receiver that', () => {
  test.each<[string, HttpReceiver['answer'], string]>([
    ['redirects', answerWith(302, { location: 'https://127.0.0.1/elsewhere' }), 'redirects 302'],
    ['refuses', answerWith(401), 'refuses_token 401'],
    ['has a fault', answerWith(503), 'has_fault 503'],
    ['cuts the connection', (_request, response) => void response.socket?.destroy(), 'cut'],
  ])(
    '%s gets the same batch under the same id later, and nothing of its answer is shown',
    async (_what, answer, error) => {
      const { id } = await addWebhook()
      const marks = await makeEvents(3)
      receiver.answer = answer
      await deliver()
      expect(await stateOf(id)).toMatchObject({ sent: 0, failed_tries: 1, last_error: error, waiting: 3 })
      await deliver()
      expect(receiver.received, 'not before its time').toHaveLength(1)
      // What happened since comes behind it.
      const later = await makeEvents(2)
      receiver.answer = take
      await passTime(id)
      await deliver()
      expect(marksOf(receiver.received)).toEqual([...marks, ...marks, ...later])
      const [first, second, third] = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(second).toBe(first)
      expect(third).not.toBe(first)
      expect(await stateOf(id)).toMatchObject({
        sent: 5,
        failed_tries: 1,
        last_error: null,
        failing_since: null,
        waiting: 0,
      })
      expect(JSON.stringify(await call(owner, 'GET', `/${id}/tries`))).not.toContain('inner service')
    },
  )

  test('says nothing is given up after ten seconds, and holds up no other', async () => {
    const other = await otherReceiver()
    onTestFinished(() => other.kill())
    const { id } = await addWebhook()
    await addWebhook({ address: `https://127.0.0.1:${other.port}/` })
    const marks = await makeEvents(2)
    receiver.answer = () => undefined
    const round = deliver()
    await expect.poll(() => other.received.length).toBeGreaterThan(0)
    expect(marksOf(other.received)).toEqual(marks)
    expect((await stateOf(id)).failed_tries).toBe(0)
    await round
    expect(await stateOf(id)).toMatchObject({ last_error: 'too_late', failed_tries: 1 })
  })

  test('answers without an end has taken the events', async () => {
    const { id } = await addWebhook()
    await makeEvents(1)
    receiver.answer = (_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await deliver()
    expect(await stateOf(id)).toMatchObject({ sent: 1, last_error: null })
  })

  test('is away and comes back has a gap nowhere', async () => {
    const { id } = await addWebhook()
    const before = await makeEvents(120)
    let batches = 0
    receiver.answer = (request, response) => {
      batches += 1
      // Killed in the middle of the second one.
      if (batches === 2) response.socket?.destroy()
      else take(request, response)
    }
    await deliver()
    await receiver.kill()
    const meanwhile = await makeEvents(3)
    await passTime(id)
    await deliver()
    expect(await stateOf(id)).toMatchObject({ sent: 100, failed_tries: 2, last_error: 'port_closed' })
    await receiver.start()
    receiver.answer = take
    await passTime(id)
    await deliver()
    const got = marksOf(receiver.received)
    expect([...new Set(got)]).toEqual([...before, ...meanwhile])
    expect(await stateOf(id)).toMatchObject({ sent: 123, waiting: 0 })
  })
})

test('tries are further and further apart, up to an hour', async () => {
  const { id } = await addWebhook()
  await makeEvents(1)
  receiver.answer = answerWith(500)
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    await deliver()
    const { rows } = await server.database.owner<{ wait: number }>(
      'select round(extract(epoch from next_try_at - clock_timestamp()))::int as wait from streams.states where stream_id = $1',
      [id],
    )
    waits.push(rows[0]?.wait ?? 0)
    await passTime(id)
  }
  const ideal = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]
  for (const [at, wait] of waits.entries()) expect(Math.abs(wait - (ideal[at] ?? 0)), `${wait}`).toBeLessThanOrEqual(3)
})

test('who manages security is notified of a day without success, once, and the stream is tried further', async () => {
  const { id } = await addWebhook()
  await makeEvents(1)
  receiver.answer = answerWith(500)
  const notices = async () =>
    (await owner.client.from('notifications').select('kind,details').eq('kind', 'stream_failing')).data
  const tryAfter = async (by: string) => {
    await ageRows(server.database, { table: 'streams.states', where: 'r.stream_id = $1', values: [id] }, by)
    await deliver()
  }
  await deliver()
  await tryAfter('23 hours 59 minutes')
  expect(await notices()).toEqual([])
  await tryAfter('2 minutes')
  await tryAfter('2 hours')
  expect(await notices()).toEqual([{ kind: 'stream_failing', details: { stream_id: id, name: 'Logs' } }])
  expect(receiver.received).toHaveLength(4)
  expect(await server.mailbox.next(owner.email)).toMatchObject({
    text: expect.stringContaining('/admin/integrations'),
  })
})

test('a stream is paused and continues where it was', async () => {
  const { id } = await addWebhook()
  await call(owner, 'POST', `/${id}/paused`, { paused: true })
  const marks = await makeEvents(2)
  await deliver()
  expect(receiver.received).toEqual([])
  await call(owner, 'POST', `/${id}/paused`, { paused: false })
  await server.ledger.placeAll()
  await deliver()
  expect(marksOf(receiver.received).filter(Boolean)).toEqual(marks)
})

test('a stream begins again, and each event has another id than before', async () => {
  const { id } = await addWebhook({ from: 'beginning' })
  await makeEvents(1)
  await deliver()
  const all = receiver.received.flatMap(eventsOf).map((event) => event.id)
  const [first] = receiver.received.flatMap(eventsOf)
  expect(first?.leaf_index).toBe(0)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  receiver.received.length = 0
  await call(owner, 'POST', `/${id}/place`, { from: 'beginning' })
  await deliver()
  expect(
    receiver.received
      .flatMap(eventsOf)
      .map((event) => event.id)
      .slice(0, all.length),
  ).toEqual(all)
  expect(ids).not.toContain(receiver.received[0]?.headers['webhook-id'])
})

describe('of several servers', () => {
  test('one delivers at a time', async () => {
    await addWebhook()
    const marks = await makeEvents(150)
    receiver.answer = (request, response) => void setTimeout(() => take(request, response), 50)
    const log = { error: () => undefined }
    const others = [1, 2, 3].map(() => new Streams(server))
    await Promise.all([deliver(), ...others.map((one) => one.deliverDue(log))])
    expect(marksOf(receiver.received)).toEqual(marks)
  })

  test(
    'another continues when one was killed in the middle of a batch, and so it is when the receiver was',
    { timeout: 120_000 },
    async () => {
      const { id } = await addWebhook()
      const marks = await makeEvents(150)
      // Takes the batch, and never says so.
      receiver.answer = () => undefined
      const node = await startNode(server, { OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
      await expect.poll(() => receiver.received.length).toBe(1)
      await node.kill()
      await receiver.kill()
      await deliver()
      expect(receiver.received, 'the claim of the dead server holds for half a minute').toHaveLength(1)
      await passTime(id)
      await receiver.start()
      receiver.answer = take
      await deliver()
      const [first, second] = receiver.received
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
      expect(second?.body).not.toBe('')
      expect([...new Set(marksOf(receiver.received))]).toEqual(marks)
      expect(await stateOf(id)).toMatchObject({ sent: 150, waiting: 0 })
    },
  )

  test('who lost the claim saves nothing', async () => {
    const { id } = await addWebhook()
    const marks = await makeEvents(1)
    let isMoved = false
    receiver.answer = (request, response) => {
      if (isMoved) return take(request, response)
      isMoved = true
      void call(owner, 'POST', `/${id}/place`, { from: 'beginning' }).then(() => take(request, response))
    }
    await deliver()
    await deliver()
    const all = receiver.received.slice(1).flatMap(eventsOf)
    expect(all[0]?.leaf_index).toBe(0)
    expect(all.map(({ details }) => details.mark)).toEqual(expect.arrayContaining(marks))
  })
})

test('the log of tries says what came of each, and keeps 200', async () => {
  const { id } = await addWebhook()
  await makeEvents(2)
  receiver.answer = answerWith(500)
  await deliver()
  receiver.answer = take
  await passTime(id)
  await deliver()
  const tries = async () =>
    (await call<{ tries: { error: string | null; events: number }[] }>(owner, 'GET', `/${id}/tries`)).body.tries
  expect(await tries()).toMatchObject([
    { error: null, events: 2, took_ms: expect.any(Number) },
    { error: 'has_fault 500', events: 2 },
  ])
  await server.database.owner('select streams.note_try($1, n, n, 1, null, 1) from generate_series(1, 250) n', [id])
  expect(await tries()).toHaveLength(200)
  const { rows } = await server.database.owner('select from streams.tries where stream_id = $1', [id])
  expect(rows).toHaveLength(200)
})
