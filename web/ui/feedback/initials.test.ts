import { expect, test } from 'vitest'
import { initialsOf, lookOf } from './initials.ts'

test.for([
  ['Ada Lovelace', '', 'AL'],
  ['Jean-Luc van der Berg', '', 'JB'],
  ['  Éloïse ', '', 'É'],
  ['李 小龍', '', '李小'],
  ['', 'bob.kahn@acme.example', 'BK'],
  ['', 'x@acme.example', 'X'],
  ['👩‍💻 (Ops)', 'ops@acme.example', '?'],
  ['', '', '?'],
] as const)('of "%s" and "%s": %s', ([name, email, initials]) => {
  expect(initialsOf({ name, email })).toBe(initials)
})

test('a look is the same every time, and not one for all', () => {
  const looks = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((seed) => lookOf(seed, 5))
  expect(looks).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((seed) => lookOf(seed, 5)))
  expect(new Set(looks).size).toBe(5)
})
