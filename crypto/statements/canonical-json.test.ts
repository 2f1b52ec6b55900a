import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'

const written = (value: unknown): (() => string) => {
  return () => canonicalJson(value as Json)
}

describe('a value has one text', () => {
  test.each<[Json, string]>([
    [{ b: 1, a: null, aa: true, A: [] }, '{"A":[],"a":null,"aa":true,"b":1}'],
    [['x', -1, { '': {} }], '["x",-1,{"":{}}]'],
    ['\u20ac "\\\n', '"€ \\"\\\\\\n"'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
    expect(parseCanonicalJson(text)).toEqual(value)
  })

  test.each([
    undefined,
    () => 0,
    Symbol('x'),
    1n,
    0.5,
    -0,
    2 ** 53,
    NaN,
    Infinity,
    '\ud800',
    { '\udc00': 1 },
    [undefined],
  ])('and %s has none', (value) => {
    expect(written(value)).toThrow(expect.objectContaining({ code: 'bad_argument' }))
  })
})

test.each([
  '',
  '{',
  ' 1',
  '1 ',
  '1.0',
  '-0',
  '{"b":1,"a":1}',
  '{"a":1,"a":1}',
  '"\\u0041"',
  '[1, 2]',
  '"\\ud800"',
  '1e2',
])('the text %s is not the one of its value', (text) => {
  expect(() => parseCanonicalJson(text)).toThrow(expect.objectContaining({ code: 'verify_failed' }))
})
