import { expect, test } from 'vitest'
import { readTable } from './csv-table.ts'
import { headingsOf, withHeadings } from './headings.ts'

const LIST = '\ufeff"Mail; private";Vorname\r\nada@example.org;Ada\r\n"b;ob@example.org";Bob'

test('headings are found with their separator and an example', () => {
  expect(headingsOf(LIST)).toEqual({
    headings: ['Mail; private', 'Vorname'],
    example: ['ada@example.org', 'Ada'],
    separator: ';',
  })
  expect(headingsOf('email')).toEqual({ headings: ['email'], example: [], separator: null })
})

test('other headings change nothing below them', () => {
  const renamed = withHeadings(LIST, ['email', 'a "name"'])
  expect(renamed).toBe('"email";"a ""name"""\r\nada@example.org;Ada\r\n"b;ob@example.org";Bob')
  const read = readTable(withHeadings(LIST, ['email', 'name']), {
    mostBytes: 1000,
    mostRows: 10,
    columns: ['email', 'name'],
    headings: { email: 'email', name: 'name' },
  })
  expect(read).toMatchObject({ rows: [{ values: { email: 'ada@example.org', name: 'Ada' } }, { row: 3 }], leftOut: [] })
  expect(withHeadings('"a\nb",c\n1,2', ['x', 'y'])).toBe('"x","y"\n1,2')
})

test('a heading that every object has is left out as any other that is not known', () => {
  const read = readTable('email,constructor\na@example.org,x', {
    mostBytes: 1000,
    mostRows: 10,
    columns: ['email'],
    headings: { email: 'email' },
  })
  expect(read).toMatchObject({ leftOut: ['constructor'] })
})
