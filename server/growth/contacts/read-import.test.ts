import { describe, expect, test } from 'vitest'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import { readImport } from './read-import.ts'

const read = (text: string) => {
  const found = readImport(text)
  if ('problem' in found) throw new Error(found.problem)
  return found
}

test('columns are found by their headings, in any order; others are named', () => {
  expect(read('Name,Shoe size,E-Mail,tags,phone\r\nAda,38,ada@example.org,one; two,+49 (30) 12-3\r\n')).toEqual({
    entries: [{ email: 'ada@example.org', name: 'Ada', company: '', phone: '+49 (30) 12-3', tags: ['one', 'two'] }],
    problems: [],
    leftOut: ['Shoe size'],
  })
})

test.each([';', '\t'])('columns may be separated by %j', (separator) => {
  const text = [['email', 'company', 'tags'].join(separator), ['a@example.org', 'A, B', 'x|y'].join(separator)].join(
    '\n',
  )
  expect(read(text).entries).toMatchObject([{ email: 'a@example.org', company: 'A, B', tags: ['x', 'y'] }])
})

test.each([
  ['', 'Ada', 'email', 'email_missing'],
  ['ada at example.org', 'Ada', 'email', 'email_invalid'],
  ['ada@example.org\u0007', 'Ada', 'email', 'email_invalid'],
  ['a@example.org', '=cmd|calc!A0', 'name', 'formula'],
  ['a@example.org', '@SUM(1)', 'name', 'formula'],
  ['=a@example.org', 'Ada', 'email', 'formula'],
  ['a@example.org', 'x'.repeat(201), 'name', 'too_long'],
])('a row with %j and %j is refused', (email, name, column, problem) => {
  expect(read(`email,name\nok@example.org,Ok\n${email},${name}`)).toMatchObject({
    entries: [{ email: 'ok@example.org' }],
    problems: [{ row: 3, column, problem }],
  })
})

test.each([
  ['=1+1', 'formula'],
  ['+1+cmd', 'formula'],
  ['call me', 'phone_invalid'],
])('the phone number %j is refused', (phone, problem) => {
  expect(read(`email,phone\na@example.org,${phone}`).problems).toEqual([{ row: 2, column: 'phone', problem }])
})

test('an address that appears twice is taken once', () => {
  const { entries, problems } = read('email\na@example.org\nA@Example.org')
  expect(entries).toHaveLength(1)
  expect(problems).toEqual([{ row: 3, column: 'email', problem: 'twice' }])
})

describe('a file is refused whole', () => {
  test.each([
    ['name\nAda', 'no_email_column'],
    ['email\n\n', 'empty'],
    ['', 'no_email_column'],
    ['email\na\u0000@example.org', 'not_text'],
    [`email${',x'.repeat(60)}\n`, 'too_many_columns'],
    [`email\n${'a'.repeat(CONTACT_LIMITS.importBytes)}`, 'too_large'],
    [`email\n${'a@example.org\n'.repeat(CONTACT_LIMITS.importRows + 1)}`, 'too_many_rows'],
  ])('%.20j', (text, problem) => {
    expect(readImport(text)).toEqual({ problem })
  })

  test('as many rows as there may be are read', () => {
    const rows = Array.from({ length: CONTACT_LIMITS.importRows }, (_, at) => `a${at}@example.org`)
    expect(read(`email\n${rows.join('\n')}\n`).entries).toHaveLength(CONTACT_LIMITS.importRows)
  })
})
