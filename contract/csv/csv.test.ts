import { expect, test } from 'vitest'
import { csvHead, csvLine, parseCsv, withSemicolons } from './csv.ts'

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

/** The cells as a spreadsheet sees them that splits at every separator, quoted or not. */
const cellsAtWorst = (csv: string): string[] => csv.split(/[,;\t\r\n]/).map((cell) => cell.replace(/^"+/, ''))

test.each([
  'x;=HYPERLINK("http://evil.example","open")',
  'x,=1+1',
  'a"=1+1',
  'a\n+1',
  'a\r@x',
  'a;\t=1',
  ';-1;=2',
  '\t=1+1',
])('%j is a formula for no separator', (text) => {
  for (const line of [csvLine(['first', text, 'last']), withSemicolons(csvLine(['first', text, 'last'])).slice(1)]) {
    expect(cellsAtWorst(line).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  }
})

test('what only looks a little like one stays as it is', () => {
  for (const text of ['a - b', 'a=b', 'me@example.org', '1+1', 'x; y = 2', 'a,b']) {
    expect(parseCsv(csvLine([text]))[0]).toEqual([text])
  }
})

test('a file begins with the mark of UTF-8', () => {
  expect(csvHead(['a', 'b;c'])).toBe('\u{feff}a,"b;c"\r\n')
})

test('with semicolons it has the same cells, and figures with a comma', () => {
  const lines = [
    ['plain', 'a, b', 'x; y', '"quoted"', 'two\r\nlines', '', '=1+1', "12.50's"],
    ['', '', '1.5', '10.0.0.1', '-'],
  ]
  const csv = csvHead(['a', 'b;c']) + lines.map((line) => csvLine(line)).join('')
  const changed = withSemicolons(csv)
  expect(changed.startsWith('\u{feff}a;"b;c"\r\n')).toBe(true)
  expect(parseCsv(changed, { separator: ';' })).toEqual(parseCsv(csv))
  expect(withSemicolons(csvLine(['Deal, big', { amount: '-1234.50' }, { amount: '7' }]))).toBe(
    '\u{feff}"Deal, big";-1234,50;7\r\n',
  )
})

test('a long file is changed without recursion', () => {
  const csv = csvLine(Array.from({ length: 200_000 }, (_, at) => (at % 2 ? 'a,b' : '')))
  expect(parseCsv(withSemicolons(csv).slice(1), { separator: ';' })).toEqual(parseCsv(csv))
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
