import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

async function* numbers(upTo: number): AsyncGenerator<number> {
  for (let one = 1; one <= upTo; one++) yield one
}

test('all items are worked on, never more than a few at the same time', async () => {
  const done: number[] = []
  let running = 0
  let most = 0
  await fewAtOnce(numbers(20), 3, async (one) => {
    most = Math.max(most, ++running)
    await sleep(1)
    running--
    done.push(one)
  })
  expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(most).toBe(3)
})

test('after a failure what runs ends, and nothing more begins', async () => {
  const begun: number[] = []
  let ended = 0
  const work = fewAtOnce(numbers(20), 2, async (one) => {
    begun.push(one)
    await sleep(one === 1 ? 1 : 20)
    if (one === 1) throw new Error('the place is full')
    ended++
  })
  await expect(work).rejects.toThrow('the place is full')
  expect(begun).toEqual([1, 2])
  expect(ended).toBe(1)
})
