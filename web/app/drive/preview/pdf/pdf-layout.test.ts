import { expect, test } from 'vitest'
import { factorOf, GAP_PX, heightOf, layOut, pageAt, placeAt, shownPages, stepFrom } from './pdf-layout.ts'

const page = { width: 800, height: 1000 }
const layout = layOut([page, { width: 1000, height: 500 }, page], 0.5)

test('pages lie one below the other, as wide as the widest', () => {
  expect(layout).toEqual({
    tops: [GAP_PX, 500 + 2 * GAP_PX, 750 + 3 * GAP_PX],
    heights: [500, 250, 500],
    width: 500 + 2 * GAP_PX,
    height: 1250 + 4 * GAP_PX,
  })
})

test('the page at a height, also above the first and below the last', () => {
  expect([-5, 0, 511, 523, 524, 99_999].map((y) => pageAt(layout, y))).toEqual([0, 0, 0, 0, 1, 2])
})

test('a place stays when pages are drawn in another size', () => {
  const larger = layOut([page, { width: 1000, height: 500 }, page], 2)
  const place = placeAt(layout, 524 + 125)
  expect(place).toEqual({ page: 1, share: 0.5 })
  expect(heightOf(larger, place)).toBe(2000 + 2 * GAP_PX + 500)
})

test('only what is seen is drawn, with a page before and after it', () => {
  const many = layOut(
    Array.from({ length: 300 }, () => page),
    1,
  )
  expect(shownPages(many, 0, 900)).toEqual([0, 1])
  expect(shownPages(many, 50_000, 50_900)).toEqual([48, 49, 50, 51])
  expect(shownPages(many, 9_999_999, 9_999_999)).toEqual([298, 299])
})

test('pages fill the width, at first no larger than is pleasant to read', () => {
  expect(factorOf('width', 800, 400 + 2 * GAP_PX)).toBe(0.5)
  expect(factorOf('width', 800, 1600 + 2 * GAP_PX)).toBe(2)
  expect(factorOf('auto', 800, 1600 + 2 * GAP_PX)).toBe(1.25)
  expect(factorOf('width', 800, 10)).toBe(0.25)
  expect(factorOf(3, 800, 10)).toBe(3)
})

test('zoom goes from step to step and ends at the last', () => {
  expect([stepFrom(1, 1), stepFrom(1, -1), stepFrom(1.07, 1), stepFrom(1.07, -1)]).toEqual([1.1, 0.9, 1.1, 1])
  expect([stepFrom(4, 1), stepFrom(0.25, -1)]).toEqual([4, 0.25])
})
