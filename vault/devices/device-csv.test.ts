import { expect, test } from 'vitest'
import { DEVICES } from '#contract/devices/devices.ts'
import { parseCsv } from '#contract/csv/csv.ts'
import { readDeviceCsv, secondsOf, writeCodesCsv } from './device-csv.ts'

test('a list is read with and without its header, and what is left out has its usual value', () => {
  const device = { name: 'Door', suite: 'std', intervalSeconds: 3600 }
  for (const text of ['name,suite,interval\r\nDoor,std,1h\r\n', 'Door', '\ufeffName\nDoor,,\n\n', '"Door",STD,3600'])
    expect(readDeviceCsv(text), text).toMatchObject({ rows: [{ device }], isTooLong: false })
})

test('quotes keep commas and lines together', () => {
  expect(parseCsv('"a,""b""","c\nd",e\r\nf')).toEqual([['a,"b"', 'c\nd', 'e'], ['f']])
  expect(parseCsv('')).toEqual([['']])
  expect(parseCsv('a,')).toEqual([['a', '']])
})

test.each([
  [',std,1h', 'name_empty'],
  ['x'.repeat(101), 'name_too_long'],
  ['Door,cnsa2,1h', 'suite_unknown'],
  ['Door,std,soon', 'interval_unknown'],
  ['Door,std,59', 'interval_unknown'],
  ['Door,std,1h,more', 'too_many_cells'],
])('the line %j is named with its problem', (line, problem) => {
  expect(readDeviceCsv(`Fine\n${line}`).rows).toMatchObject([{ line: 1 }, { line: 2, problem }])
})

test('intervals have units and limits', () => {
  expect(['60', '15m', '2 h', '30d', '31d', '0', '1w', ''].map(secondsOf)).toEqual([
    60,
    900,
    7200,
    2_592_000,
    ...Array.from({ length: 4 }, () => undefined),
  ])
})

test('a list of more than are added at once is refused', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Door ${at}`).join('\n')
  expect(readDeviceCsv(lines(DEVICES.batch)).isTooLong).toBe(false)
  expect(readDeviceCsv(lines(DEVICES.batch + 1)).isTooLong).toBe(true)
})

test('codes are written once, and no name becomes a formula', () => {
  const added = { id: 'id', code: 'qsd1-code', suite: 'iot' as const, intervalSeconds: 60 }
  expect(writeCodesCsv([{ ...added, name: '=1+1' }])).toBe("\u{feff}name,suite,id,code\r\n'=1+1,iot,id,qsd1-code\r\n")
})
