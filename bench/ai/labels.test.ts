import { expect, test } from 'vitest'
import { compareLabels } from './labels.ts'

test('the same clusters under other names are 1', () => {
  expect(compareLabels([7, 7, 8, 8, 9], ['a', 'a', 'b', 'b', 'c'])).toEqual({ ari: 1, v: 1 })
})

test('examples of the documentation of scikit-learn, adjusted_rand_score and v_measure_score', () => {
  const { ari, v } = compareLabels([0, 0, 1, 2], ['0', '0', '1', '1'])
  expect(ari).toBeCloseTo(0.5714, 4)
  expect(v).toBeCloseTo(0.8, 4)
})
