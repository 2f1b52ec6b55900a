import { assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { PartLayout } from './part-layout.ts'
import { formatParts } from './tus.routes.ts'

const layouts = record({
  size: integer({ min: 1, max: 100_000 }),
  part: integer({ min: 1, max: 5000 }),
  head: integer({ min: 0, max: 100 }),
}).map(({ size, part, head }) => new PartLayout(size, part, head))

test('parts cover an upload from its first byte to its last without gap or overlap', () => {
  assert(
    property(layouts, (layout) => {
      let offset = 0
      // Millions of parts: `expect` for each of them would be all that this test does.
      for (let part = 0; part < layout.count; part++) {
        const end = layout.end(part)
        if (layout.partAt(offset) !== part || end <= offset) expect({ part, offset, end }).toBeUndefined()
        offset = end
      }
      expect(offset).toBe(layout.sizeBytes)
    }),
  )
})

test('a body that reaches into a part does not complete it', () => {
  const layout = new PartLayout(1000, 300, 10)

  expect(layout.lastWithin(0, 309)).toBeUndefined()
  expect(layout.lastWithin(0, 310)).toBe(0)
  expect(layout.lastWithin(0, 909)).toBe(1)
  expect(layout.lastWithin(1, 1000)).toBe(3)
})

test.each([
  [[], ''],
  [[4], '4'],
  [[0, 1, 2, 5, 7, 8], '0-2,5,7-8'],
])('%j is written as %j', (parts, text) => {
  expect(formatParts(parts)).toBe(text)
})
