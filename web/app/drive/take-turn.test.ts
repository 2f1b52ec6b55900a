import { expect, test, vi } from 'vitest'
import { takeTurn } from './take-turn.ts'

test('a turn comes when all before it have ended, and the last one knows that it is the last', async () => {
  const owner = {}
  const log: string[] = []
  const run = async (name: string, work: Promise<void>) => {
    const turn = takeTurn(owner)
    await turn.comes
    await work
    log.push(`${name} ${turn.end() ? 'last' : 'others wait'}`)
  }
  let release = () => {}
  const slow = run('restore', new Promise((resolve) => (release = resolve)))
  const fast = run('delete', Promise.resolve())
  await new Promise((resolve) => setTimeout(resolve))
  expect(log).toEqual([])

  release()
  await Promise.all([slow, fast])
  expect(log).toEqual(['restore others wait', 'delete last'])
})

test('queues of different owners do not wait for each other', async () => {
  takeTurn({})
  const turn = takeTurn({})
  await turn.comes
  expect(turn.end()).toBe(true)
})

test('a change that never ends does not hold the next one for ever', async () => {
  vi.useFakeTimers()
  const owner = {}
  takeTurn(owner)
  const next = takeTurn(owner)
  let hasCome = false
  void next.comes.then(() => (hasCome = true))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(hasCome).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(hasCome).toBe(true)
  expect(next.end()).toBe(false)
  vi.useRealTimers()
})
