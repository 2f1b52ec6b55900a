import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines, partsOf } from './line-diff.ts'

const side = (lines: readonly DiffLine[], without: DiffLine['kind']): string =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n')

test('a changed line is one that was removed and one that was added', () => {
  expect(diffLines('a\nb\nc', 'a\nB\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'B' },
    { kind: 'same', text: 'c' },
  ])
})

test('both texts can be read from the difference, and equal ones have none', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      expect(side(lines, 'added')).toBe(before)
      expect(side(lines, 'removed')).toBe(after)
      expect(diffLines(before, before).every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

test('there are as few changes as can be', () => {
  const changes = diffLines('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc').filter(({ kind }) => kind !== 'same')
  expect(changes).toHaveLength(5)
})

test('texts that have little in common count as replaced, and that takes no minute', () => {
  const many = (sign: string) => Array.from({ length: 20_000 }, (_, place) => `${sign}${place}`).join('\n')
  const lines = diffLines(many('a'), many('b'))
  expect(lines).toHaveLength(40_000)
}, 20_000)

test('lines far from a change are counted only', () => {
  const text = Array.from({ length: 20 }, (_, place) => String(place))
  const parts = partsOf(diffLines(text.join('\n'), text.with(10, 'x').join('\n')))
  expect(parts.map((part) => (part.kind === 'skipped' ? part.count : part.lines.length))).toEqual([7, 8, 6])
})
