import { beforeEach, describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { isWhole } from '../../scripts/tiers.ts'
import type { HttpReceiver } from '../support/counterparts/http-receiver.ts'
import { call, deliver, makeEvents, member, owner, passTime, stageStreams, stateOf } from './stream-stage.ts'
import { addWebhook, answerWith, eventsOf, marksOf, receiver, stageReceiver, take } from './webhook-stage.ts'

/** Delivers in eighty rounds. */
const long = needs(isWhole('streams'), 'npm run test:full')

stageStreams()
stageReceiver()

type Aside = { event_id: string; index: number; error: string; event_type: string }

/** Marks of the events that the receiver took, in their order. */
let taken: (string | undefined)[] = []
beforeEach(() => void (taken = []))
const taking: HttpReceiver['answer'] = (request, response) => {
  taken.push(...marksOf([request]))
  take(request, response)
}

/** Refuses whatever holds the event with this mark, with this status. */
const refusing =
  (mark: string | undefined, status: number): HttpReceiver['answer'] =>
  (request, response) =>
    eventsOf(request).some(({ details }) => details.mark === mark)
      ? answerWith(status)(request, response)
      : taking(request, response)

/** As many rounds as it takes until nothing waits; each try in its time. */
async function deliverAll(id: string, rounds = 40): Promise<void> {
  for (let round = 0; round < rounds && (await stateOf(id)).waiting > 0; round += 1) {
    await deliver()
    await passTime(id)
  }
}

const asideOf = async (id: string): Promise<Aside[]> =>
  (await call<{ events: Aside[] }>(owner, 'GET', `/${id}/aside`)).body.events

describe('an event that the receiver refuses for good', () => {
  test.each([400, 413, 422])(
    'with %i is put aside, and what comes behind it is delivered in its order',
    async (status) => {
      const { id } = await addWebhook()
      const marks = await makeEvents(9)
      receiver.answer = refusing(marks[4], status)
      await deliverAll(id)

      expect(await stateOf(id)).toMatchObject({ waiting: 0, sent: 8, failing_since: null, put_aside: 1 })
      expect(taken.filter((mark) => mark !== undefined)).toEqual(marks.filter((_, at) => at !== 4))
      const [aside, ...others] = await asideOf(id)
      expect(others).toEqual([])
      expect(aside).toMatchObject({ error: `answered ${status}`, event_type: 'login.failed' })
    },
  )

  test('is sent again by a person, and stays where it is while it is refused', async () => {
    const { id } = await addWebhook()
    const marks = await makeEvents(2)
    receiver.answer = refusing(marks[0], 400)
    await deliverAll(id)
    const [aside] = await asideOf(id)
    const path = `/${id}/aside/${aside?.event_id}`
    expect((await call(owner, 'POST', path)).body).toMatchObject({ failure: { problem: 'answered', number: 400 } })
    expect(await asideOf(id)).toHaveLength(1)

    receiver.answer = take
    expect((await call(owner, 'POST', path)).body).toEqual({ failure: null })
    expect(marksOf(receiver.received.slice(-1))).toEqual([marks[0]])
    expect(await asideOf(id)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ put_aside: 0 })
    expect((await call(owner, 'POST', path)).status).toBe(404)
  })

  test('can be left out; neither is for a member', async () => {
    const { id } = await addWebhook()
    const marks = await makeEvents(2)
    receiver.answer = refusing(marks[1], 422)
    await deliverAll(id)
    const [aside] = await asideOf(id)
    const path = `/${id}/aside/${aside?.event_id}`
    expect((await call(member, 'GET', `/${id}/aside`)).status).toBe(403)
    expect((await call(member, 'POST', path)).status).toBe(403)
    expect((await call(member, 'DELETE', path)).status).toBe(403)
    expect((await call(owner, 'DELETE', path)).status).toBe(204)
    expect(await asideOf(id)).toEqual([])
  })
})

test('a receiver that refuses everything has ten events put aside, and is then one that fails', long, async () => {
  const { id } = await addWebhook()
  await makeEvents(14)
  receiver.answer = answerWith(400)
  await deliverAll(id, 80)
  expect(await stateOf(id)).toMatchObject({ put_aside: 10, sent: 0, last_error: 'answered 400' })
  expect((await stateOf(id)).waiting).toBeGreaterThan(0)
  receiver.answer = take
  await deliverAll(id)
  expect(await stateOf(id)).toMatchObject({ waiting: 0, put_aside: 10, failing_since: null })
})

test('a refusal of the receiver itself puts nothing aside', async () => {
  const { id } = await addWebhook()
  const marks = await makeEvents(3)
  receiver.answer = answerWith(401)
  for (let round = 0; round < 8; round += 1) {
    await deliver()
    await passTime(id)
  }
  expect(await stateOf(id)).toMatchObject({ put_aside: 0, waiting: 3, last_error: 'refuses_token 401' })
  receiver.answer = taking
  await deliverAll(id)
  expect(taken.filter((mark) => mark !== undefined)).toEqual(marks)
})
