import { expect, test } from 'vitest'
import { csvLine, parseCsv } from './csv.ts'

test.each([
  ['a,b\r\nc,d\r\n', [['a', 'b'], ['c', 'd'], ['']]],
  ['"a ""b"", c",d', [['a "b", c', 'd']]],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\r\nlines",x\rb', [['two\r\nlines', 'x'], ['b']]],
  ['"never ends,\nb', [['never ends,\nb']]],
  ['"a"left out,b', [['a', 'b']]],
  ['', [['']]],
])('%j is read', (text, lines) => {
  expect(parseCsv(text)).toEqual(lines)
})

test('what was written is read back, and no cell is a formula', () => {
  const cells = ['plain', 'a "quoted", one', 'two\nlines', '', '=1+1']
  expect(parseCsv(csvLine(cells))[0]).toEqual([...cells.slice(0, 4), "'=1+1"])
})

test('a long cell, many quotes and many commas are read without recursion', () => {
  const most = 256 * 1024
  expect(parseCsv(`"${'a'.repeat(most)}"`)[0]?.[0]).toHaveLength(most)
  expect(parseCsv(`"${'""'.repeat(most / 2)}"`)[0]?.[0]).toHaveLength(most / 2)
  expect(parseCsv(','.repeat(most))[0]).toHaveLength(most + 1)
})

test('semicolons separate where it says so', () => {
  expect(parseCsv('a;b,c\n"d;e";f', { separator: ';' })).toEqual([
    ['a', 'b,c'],
    ['d;e', 'f'],
  ])
})

test('reading ends behind the most lines', () => {
  expect(parseCsv('a\nb\nc', { most: 2 })).toEqual([['a'], ['b']])
})

test('an amount below nothing is a figure, a text that begins like one is not', () => {
  expect(csvLine([{ amount: '-1.50' }, '-1.50'])).toBe("-1.50,'-1.50\r\n")
})
