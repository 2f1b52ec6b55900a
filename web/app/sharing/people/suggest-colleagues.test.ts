import { expect, test } from 'vitest'
import { lastEntry, suggestColleagues } from './suggest-colleagues.ts'

const person = (name: string, email: string, more: object = {}) => {
  return { id: email, name, email, has_vault: true, ...more }
}
const team = [
  person('Bob Kahn', 'bob@acme.example'),
  person('Joann Bobst', 'joann@acme.example'),
  person('', 'bo@acme.example'),
  person('Bodo New', 'bodo@acme.example', { has_vault: false }),
]
const shown = (typed: string) => suggestColleagues(typed, team).map(({ text }) => text)

test('colleagues are found by the beginning of a name or an address', () => {
  expect(shown('bo')).toEqual(['bob@acme.example', 'joann@acme.example', 'bo@acme.example'])
  expect(shown('KAHN')).toEqual(['bob@acme.example'])
  expect(shown('joann b')).toEqual(['joann@acme.example'])
  expect(shown('nn')).toEqual([])
})

test('nobody is suggested before something is typed, nor who cannot be given a file', () => {
  expect(shown('')).toEqual([])
  expect(shown('bod')).toEqual([])
})

test('an address that is typed to its end is not replaced by a longer one of another person', () => {
  expect(shown('bob@acme.example')).toEqual([])
  expect(shown('ann@acme.example')).toEqual([])
})

test('in a list the last entry is completed, and nobody is named twice', () => {
  expect(shown('bob@acme.example, bo')).toEqual([
    'bob@acme.example, joann@acme.example',
    'bob@acme.example, bo@acme.example',
  ])
  expect(lastEntry('a@b.c; d')).toEqual({ before: 'a@b.c; ', entry: 'd' })
  expect(lastEntry('d ')).toEqual({ before: '', entry: 'd' })
})

test('a person without a name is shown by the address alone', () => {
  expect(suggestColleagues('bo@', team)).toEqual([
    { id: 'bo@acme.example', label: 'bo@acme.example', detail: '', text: 'bo@acme.example' },
  ])
})
