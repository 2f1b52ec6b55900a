import { expect, test } from 'vitest'
import type { Trust } from '#web/lib/remote/vault-client.ts'
import { type Found, areKnown, openableIn } from './found.ts'

const person = (trust: Trust, isAddressKnown = true) => ({
  userId: trust,
  email: `${trust}@acme.example`,
  name: '',
  trust,
  isAddressKnown,
})
const one = (trust: Trust): Found => ({ person: { ...person(trust), safetyNumber: '' }, group: null })
const several = (trusts: Trust[], missing: string[] = []): Found => {
  const lost = missing.map((email) => ({ email, code: 'person_unknown' as const }))
  return { person: null, group: { people: trusts.map((trust) => person(trust)), missing: lost } }
}

test.each<[Trust, boolean]>([
  ['seen', false],
  ['chosen', true],
  ['invited', true],
  ['compared', true],
  ['new', false],
  ['changed', false],
  ['moved', false],
])('with keys that are %s, sharing at once is %s', (trust, isKnown) => {
  expect(areKnown(one(trust))).toBe(isKnown)
  expect(areKnown(several(['compared', trust]))).toBe(isKnown)
})

test('a list in which somebody was not found is shown before', () => {
  expect(areKnown(several(['invited', 'chosen']))).toBe(true)
  expect(areKnown(several(['chosen'], ['nobody@acme.example']))).toBe(false)
})

test('the people of a team are shown before, however well they are known: the server says who they are', () => {
  const expanded = { people: [], blocked: [], withoutVault: [], strangers: 0 }
  expect(areKnown({ ...several(['compared']), teams: [] })).toBe(true)
  expect(areKnown({ ...several(['compared']), teams: [{ name: 'Finance', expanded }] })).toBe(false)
})

test('a known person under an address that never led to them is shown before', () => {
  const to = { ...person('compared', false), safetyNumber: '' }
  expect(areKnown({ person: to, group: null })).toBe(false)
})

test('whose keys changed is given nothing', () => {
  expect(openableIn(one('changed'))).toEqual([])
  expect(openableIn(several(['seen', 'changed', 'new'])).map(({ userId }) => userId)).toEqual(['seen', 'new'])
})
