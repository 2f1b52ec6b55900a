import { expect, test } from 'vitest'
import { NO_CHANGE, idsAfter, pendingChange, withAdded, withRemoved } from './team-draft.ts'

test('what is added and removed shows at once, and undoing it leaves nothing to save', () => {
  const added = withAdded(NO_CHANGE, 'eve')
  expect(idsAfter(['ada'], added)).toEqual(['ada', 'eve'])
  expect(idsAfter(['ada', 'eve'], added)).toEqual(['ada', 'eve'])
  expect(withRemoved(added, 'eve')).toEqual(NO_CHANGE)
  const removed = withRemoved(NO_CHANGE, 'ada')
  expect(idsAfter(['ada'], removed)).toEqual([])
  expect(withAdded(removed, 'ada')).toEqual(NO_CHANGE)
})

test('what somebody else did meanwhile is not done again', () => {
  const draft = { added: ['bob', 'eve'], removed: ['ada'] }
  expect(pendingChange(['bob'], draft)).toEqual({ added: ['eve'], removed: [] })
})
