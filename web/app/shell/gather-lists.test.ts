import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherLists } from './gather-lists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that never stops hinting makes the page read once in three seconds', () => {
  const read = vi.fn<(lists: readonly string[]) => readonly string[]>(() => [])
  const gathered = gatherLists(read, () => false)
  for (let ms = 0; ms < 30_000; ms += 10) {
    gathered.add(['files', 'folders'])
    vi.advanceTimersByTime(10)
  }
  expect(read.mock.calls.length).toBeLessThanOrEqual(11)
  expect(read).toHaveBeenCalledWith(['files', 'folders'])
})

test('what could not be read is read later, and nothing is read in a window that nobody looks at', () => {
  let isHidden = true
  const read = vi.fn<(lists: readonly string[]) => readonly string[]>(() => [])
  const gathered = gatherLists(read, () => isHidden)
  gathered.add(['notices'])
  vi.advanceTimersByTime(60_000)
  expect(read).not.toHaveBeenCalled()

  isHidden = false
  read.mockReturnValueOnce(['notices'])
  gathered.look()
  vi.advanceTimersByTime(60_000)
  expect(read.mock.calls).toEqual([[['notices']], [['notices']]])
  gathered.stop()
})
