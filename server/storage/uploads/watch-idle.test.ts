import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './watch-idle.ts'

const IDLE_MS = 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function watched() {
  const stream = new PassThrough()
  let isIdle = false
  const stop = watchIdle(stream, IDLE_MS, () => (isIdle = true))
  return { stream, stop, isIdle: () => isIdle }
}

/** Lets a stream hand on what was written: streams work in ticks, which are not timers. */
const flow = () => new Promise((resolve) => setImmediate(resolve))

/** Writes `bytes` every `everyMs`, so many times. */
async function write(stream: PassThrough, bytes: number, everyMs: number, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    stream.write(Buffer.alloc(bytes))
    await flow()
    vi.advanceTimersByTime(everyMs)
  }
}

test('a stream that brings nothing is idle', () => {
  const { isIdle } = watched()
  vi.advanceTimersByTime(IDLE_MS - 1)
  expect(isIdle()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isIdle()).toBe(true)
})

test('a slow stream that keeps coming is not idle', async () => {
  const { stream, isIdle } = watched()
  await write(stream, 200, IDLE_MS / 2, 20)
  expect(isIdle()).toBe(false)
})

test('a stream that drips is idle', async () => {
  const { stream, isIdle } = watched()
  await write(stream, 1, IDLE_MS / 10, 10)
  expect(isIdle()).toBe(true)
})

test('a stream that its reader holds back is not idle, and is again once it is read', async () => {
  const { stream, isIdle } = watched()
  await flow()
  stream.pause()
  vi.advanceTimersByTime(10 * IDLE_MS)
  expect(isIdle()).toBe(false)

  stream.resume()
  await flow()
  vi.advanceTimersByTime(3 * IDLE_MS)
  expect(isIdle()).toBe(true)
})

test('a stream that has ended, or is watched no longer, is never idle', async () => {
  const ended = watched()
  ended.stream.end()
  await flow()
  const left = watched()
  left.stop()
  vi.advanceTimersByTime(10 * IDLE_MS)
  expect([ended.isIdle(), left.isIdle()]).toEqual([false, false])
})
