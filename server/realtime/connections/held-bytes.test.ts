import { expect, test } from 'vitest'
import { HeldBytes, WaitingBytes } from './held-bytes.ts'

test('an address has a share, and all of them have one limit', () => {
  const held = new HeldBytes({ perAddress: 10, inAll: 15 })
  expect([held.take('a', 10), held.take('a', 1)]).toEqual([true, false])
  expect([held.take('b', 6), held.take('b', 5)]).toEqual([false, true])
  held.release('a', 4)
  expect([held.take('b', 5), held.take('a', 1), held.take('a', 0)]).toEqual([false, true, true])
  expect([held.take('c', 4), held.take('c', 3)]).toEqual([false, true])
})

test('what waits is full beyond its limit, and no longer once it has left', () => {
  const waiting = new WaitingBytes(10)
  waiting.change(10)
  expect(waiting.isFull).toBe(false)
  waiting.change(1)
  expect(waiting.isFull).toBe(true)
  waiting.change(-11)
  expect(waiting.isFull).toBe(false)
})
