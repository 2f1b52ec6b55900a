import { expect, test } from 'vitest'
import { readFilter } from './filter.ts'
import { conditionOf } from './filter-sql.ts'
import { USER_COLUMNS } from './resources.ts'

const sqlOf = (text: string) => conditionOf(readFilter(text), USER_COLUMNS, ['home'])

test('words have no case, and "and" binds before "or"', () => {
  expect(readFilter('USERNAME Eq "A" Or active EQ true AND id pr')).toEqual({
    kind: 'or',
    parts: [
      { kind: 'compare', path: 'username', operator: 'eq', value: 'A' },
      {
        kind: 'and',
        parts: [
          { kind: 'compare', path: 'active', operator: 'eq', value: true },
          { kind: 'compare', path: 'id', operator: 'pr', value: null },
        ],
      },
    ],
  })
})

test('texts keep their quotation marks, brackets and words', () => {
  const value = 'a "quoted" \\ (and) [not] or é'
  expect(readFilter(`userName eq ${JSON.stringify(value)}`)).toMatchObject({ value })
  expect(readFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"')).toMatchObject({ path: 'username' })
})

test('values are bound, and never part of the statement', () => {
  const evil = `x' or 1=1; drop table auth.users --`
  const { text, values } = sqlOf(
    `userName co ${JSON.stringify(evil)} or emails[type eq "work" and value ew ${JSON.stringify(evil)}]`,
  )
  expect(text).not.toContain('drop')
  expect(values).toEqual(['home', evil, 'work', evil])
})

test.each([
  ['', 'too early'],
  ['userName', 'too early'],
  ['userName eq', 'too early'],
  ['userName is "x"', 'no operator'],
  ['userName eq x', 'no value'],
  ['userName eq "x', 'does not fit'],
  ['userName eq "x" userName eq "y"', 'behind its end'],
  ['(userName eq "x"', 'lacks a ")"'],
  ['emails[value eq "x"', 'lacks a "]"'],
  ['not userName eq "x"', 'comes a bracket'],
  ['__proto__ eq "x"', 'is no attribute'],
  ['constructor eq "x"', 'cannot be searched'],
  ['password eq "x"', 'cannot be searched'],
  ['name[givenName eq "x"]', 'no list'],
  ['userName eq 5', 'quotation marks'],
  ['active gt true', 'true or false'],
  ['meta.created gt "yesterday"', 'ISO 8601'],
  ['userName gt null', 'null'],
])('%s is refused with a sentence', (text, why) => {
  expect(() => sqlOf(text)).toThrow(why)
  expect(() => sqlOf(text)).toThrow(expect.objectContaining({ status: 400, code: 'invalidFilter' }))
})

test.each([
  ['length', `userName eq "${'x'.repeat(2_000)}"`],
  ['comparisons', Array.from({ length: 31 }, () => 'id pr').join(' or ')],
  ['comparisons that would be multiplied out', Array.from({ length: 16 }, () => '(id pr or id pr)').join(' and ')],
  ['depth', `${'('.repeat(40)}id pr${')'.repeat(40)}`],
  ['depth of negations', `${'not ('.repeat(40)}id pr${')'.repeat(40)}`],
])('a filter has a limit of %s', (_, text) => {
  expect(() => readFilter(text)).toThrow(expect.objectContaining({ status: 400, code: 'invalidFilter' }))
})
