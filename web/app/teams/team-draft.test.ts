import { expect, test } from 'vitest'
import { NO_CHANGE, peopleAfter, pendingChange, withAdded, withRemoved } from './team-draft.ts'

const people = ['ada', 'bob', 'eve'].map((userId) => ({ userId }))
const namesAfter = (ids: string[], draft = NO_CHANGE) => {
  const { inTeam, others } = peopleAfter(people, ids, draft)
  return [inTeam, others].map((list) => list.map(({ userId }) => userId).join())
}

test('what is added and removed shows at once, and undoing it leaves nothing to save', () => {
  const added = withAdded(NO_CHANGE, 'eve')
  expect(namesAfter(['ada'], added)).toEqual(['ada,eve', 'bob'])
  expect(withRemoved(added, 'eve')).toEqual(NO_CHANGE)
  const removed = withRemoved(NO_CHANGE, 'ada')
  expect(namesAfter(['ada'], removed)).toEqual(['', 'ada,bob,eve'])
  expect(withAdded(removed, 'ada')).toEqual(NO_CHANGE)
})

test('what somebody else did meanwhile is not done again', () => {
  const draft = { added: ['bob', 'eve'], removed: ['ada'] }
  expect(pendingChange(['bob'], draft)).toEqual({ added: ['eve'], removed: [] })
})
