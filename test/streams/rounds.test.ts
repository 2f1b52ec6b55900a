/** Streams that wait for a place are not kept waiting for the next look at what is due. */
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { Streams } from '#server/streams/streams.ts'
import { addWebhook, marksOf, receiver, stageReceiver } from './webhook-stage.ts'
import { makeEvents, server, stageStreams } from './stream-stage.ts'

stageStreams()
stageReceiver()

/** More than an organisation has places. */
const STREAMS = 8

test('a place that becomes free is taken at once, and not in the next round', async () => {
  for (let at = 0; at < STREAMS; at += 1) await addWebhook({ name: `Stream ${at}` })
  const [mark] = await makeEvents(1)
  const arrived = () => marksOf(receiver.received).filter((one) => one === mark).length
  let endRound = () => undefined as void
  // The round that follows the first look does not come before the end of the test.
  const sleep = () => new Promise<void>((resolve) => (endRound = resolve))
  const streams = new Streams({ ...server, clock: { ...systemClock, sleep } })
  const stop = streams.start({ error: (details) => expect(details).toEqual({}) })
  try {
    await expect.poll(arrived).toBe(STREAMS)
  } finally {
    const stopped = stop()
    endRound()
    await stopped
  }
})
