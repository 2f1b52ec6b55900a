import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dotsIn, packBubbles } from './pack-bubbles.ts'

const bubbles = fc
  .array(fc.tuple(fc.nat(5), fc.nat(60)), { maxLength: 60 })
  .map((all) => all.map(([group, weight], at) => ({ id: String(at), group: String(group), weight })))

test('no circle lies over another one, and all are in view', () => {
  fc.assert(
    fc.property(bubbles, (given) => {
      const { bubbles: placed, view } = packBubbles(given)
      expect(placed).toHaveLength(given.length)
      for (const [at, one] of placed.entries()) {
        for (const other of placed.slice(at + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(one.radius + other.radius)
        expect(one.x - one.radius).toBeGreaterThanOrEqual(view.x)
        expect(one.y + one.radius).toBeLessThanOrEqual(view.y + view.height)
      }
    }),
    { numRuns: 50 },
  )
})

test('the same bubbles have the same places, and more weight is a larger circle', () => {
  const given = [
    { id: 'a', group: 'x', weight: 3 },
    { id: 'b', group: 'x', weight: 30 },
  ]
  expect(packBubbles(given)).toEqual(packBubbles(given))
  const [first, second] = packBubbles(given).bubbles
  expect([first?.id, second?.id]).toEqual(['b', 'a'])
  expect(first!.radius).toBeGreaterThan(second!.radius)
})

test('150 circles are placed while somebody hardly waits', () => {
  const given = Array.from({ length: 150 }, (_, at) => ({
    id: String(at),
    group: String(at % 9),
    weight: (at * 7) % 40,
  }))
  const started = performance.now()
  packBubbles(given)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('dots stay inside of their circle', () => {
  for (const { x, y } of dotsIn(25, 40)) expect(Math.hypot(x, y)).toBeLessThan(38)
})
