import { expect, test } from 'vitest'
import type { Trust } from '../pins/trust.ts'
import { expandTeam } from './expand-team.ts'

const person = (userId: string, trust: Trust | null, more: object = {}) => ({
  userId,
  trust,
  hasVault: true,
  isMe: false,
  removedAt: null as string | null,
  ...more,
})
const members = [
  person('me', null, { isMe: true }),
  person('known', 'compared'),
  person('stranger', 'new'),
  person('changed', 'changed'),
  person('moved', 'moved'),
  person('fresh', null, { hasVault: false }),
  person('former', 'chosen', { removedAt: '2026-11-01' }),
  person('other', 'chosen'),
]
const namesOf = (ids: readonly string[]) => {
  const { people, blocked, withoutVault, strangers } = expandTeam(ids, members)
  const names = (list: readonly { userId: string }[]) => list.map(({ userId }) => userId)
  return { people: names(people), blocked: names(blocked), withoutVault: names(withoutVault), strangers }
}

test('a team is its persons, each with what is known of their keys, and oneself is not one of them', () => {
  expect(namesOf(['stranger', 'known', 'known', 'me'])).toEqual({
    people: ['known', 'stranger'],
    blocked: [],
    withoutVault: [],
    strangers: 0,
  })
  expect(expandTeam(['stranger'], members).people).toEqual([members[2]])
})

test('whose keys are others, who has none, and whom nobody knows, gets nothing, and each is said', () => {
  expect(namesOf(['known', 'changed', 'moved', 'fresh', 'former', 'nobody'])).toEqual({
    people: ['known'],
    blocked: ['changed', 'moved'],
    withoutVault: ['fresh'],
    // Somebody who was removed is as unknown as somebody of another organisation.
    strangers: 2,
  })
  expect(namesOf([])).toEqual({ people: [], blocked: [], withoutVault: [], strangers: 0 })
})
