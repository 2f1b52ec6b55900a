import { expect, test } from 'vitest'
import { type DueStream, Turns } from './turns.ts'

const streamsOf = (tenantId: string, count: number): DueStream[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${tenantId}-${at}`, tenantId }))
const idsOf = (streams: readonly DueStream[]): string[] => streams.map(({ id }) => id)

test('an organisation has two turns at once, so that others have theirs', () => {
  const turns = new Turns()
  const due = [...streamsOf('crowd', 12), ...streamsOf('other', 1)]
  const chosen = turns.choose(due)
  expect(idsOf(chosen)).toEqual(['crowd-0', 'crowd-1', 'other-0'])
  for (const stream of chosen) turns.begin(stream)
  expect(turns.choose(due)).toEqual([])
})

test('one that runs is not begun again, and its end makes room', () => {
  const turns = new Turns()
  const [first, second, third] = streamsOf('one', 3) as [DueStream, DueStream, DueStream]
  const end = turns.begin(first)
  turns.begin(second)
  expect(turns.choose([first, second, third])).toEqual([])
  end(10)
  expect(idsOf(turns.choose([third, first]))).toEqual(['one-2'])
})

test('slow receivers of many organisations leave the places of quick ones free', () => {
  const turns = new Turns()
  const slow = Array.from({ length: 40 }, (_, at) => streamsOf(`slow-${at}`, 1)).flat()
  for (const stream of slow) turns.begin(stream)(9_000)
  const running = turns.choose(slow)
  expect(running).toHaveLength(8)
  for (const stream of running) turns.begin(stream)
  expect(idsOf(turns.choose([...slow, ...streamsOf('quick', 1)]))).toEqual(['quick-0'])
})

test('a receiver that is quick again leaves the slow ones', () => {
  const turns = new Turns()
  const [stream] = streamsOf('one', 1) as [DueStream]
  turns.begin(stream)(9_000)
  turns.begin(stream)(20)
  const slow = Array.from({ length: 8 }, (_, at) => streamsOf(`slow-${at}`, 1)).flat()
  for (const one of slow) turns.begin(one)(9_000)
  for (const one of slow) turns.begin(one)
  expect(turns.choose([stream])).toEqual([stream])
})
