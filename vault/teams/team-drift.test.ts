import { expect, test } from 'vitest'
import { driftOf } from './team-drift.ts'

const team = {
  id: 'team',
  name: 'Finance',
  added: ['ada', 'bob'],
  leftOut: ['eve'],
  people: ['ada', 'dan', 'eve', 'fay'],
}
const drift = (inSpace: string[], addable = ['ada', 'bob', 'dan', 'eve']) => {
  const { missing, gone } = driftOf(team, inSpace, addable)
  return { missing, gone }
}

test('somebody who joined the team is missing in the space, unless a manager left them out or nobody can add them', () => {
  expect(drift(['ada'])).toEqual({ missing: ['dan'], gone: [] })
  expect(drift(['ada', 'dan'])).toEqual({ missing: [], gone: [] })
  expect(drift([], ['fay'])).toEqual({ missing: ['fay'], gone: [] })
})

test('somebody who came with the team and left it is gone from it, as long as they are in the space', () => {
  expect(drift(['ada', 'bob', 'dan'])).toEqual({ missing: [], gone: ['bob'] })
  // Those who came by themselves were never of it.
  expect(drift(['ada', 'dan', 'gil'])).toEqual({ missing: [], gone: [] })
})
