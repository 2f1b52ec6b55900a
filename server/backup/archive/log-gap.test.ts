import { expect, test } from 'vitest'
import { findGap } from './log-gap.ts'

const FIRST = '000000010000000000000002'
const segment = (piece: string, timeline = '00000001') => `${timeline}00000000000000${piece}`

test('what follows without a gap is read in order, and what came before the first is not', () => {
  const names = [segment('04'), segment('01'), segment('03'), FIRST, '000000010000000000000002.00000028.backup']
  expect(findGap(names, FIRST)).toEqual({
    readable: [FIRST, '000000010000000000000002.00000028.backup', segment('03'), segment('04')],
    gap: undefined,
  })
})

test('a gap is named, and nothing behind it is read', () => {
  const names = [FIRST, segment('03'), segment('06'), segment('07'), '00000002.history']
  expect(findGap(names, FIRST)).toEqual({
    readable: [FIRST, segment('03'), '00000002.history'],
    gap: { first: segment('04'), last: segment('05') },
  })
})

test('the first is missing', () => {
  expect(findGap([segment('03')], FIRST)).toEqual({ readable: [], gap: { first: FIRST, last: FIRST } })
})

test('the last eight digits count to 255', () => {
  const names = ['0000000100000000000000FF', '000000010000000100000000', '000000010000000100000001']
  expect(findGap(names, '0000000100000000000000FF').gap).toBeUndefined()
  expect(findGap([names[0] ?? '', names[2] ?? ''], '0000000100000000000000FF').gap).toEqual({
    first: '000000010000000100000000',
    last: '000000010000000100000000',
  })
})

test('a timeline begins within the pieces of the one before, or right behind them', () => {
  const before = [FIRST, segment('03')]
  expect(findGap([...before, segment('03', '00000002')], FIRST).gap).toBeUndefined()
  expect(findGap([...before, segment('04', '00000002')], FIRST).gap).toBeUndefined()
  expect(findGap([...before, segment('05', '00000002')], FIRST).gap).toEqual({
    first: segment('04'),
    last: segment('04'),
  })
})
