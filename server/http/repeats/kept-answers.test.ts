import { describe, expect, test } from 'vitest'
import { isKept, MAX_ANSWER_BYTES } from './kept-answers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const ADD = 'POST /sales/v1/deals'

describe('of an answer', () => {
  test('nothing, or a short one in JSON, is kept', () => {
    expect(isKept(ADD, undefined, '')).toBe(true)
    expect(isKept(ADD, JSON_TYPE, '{"id":"1","version":2}')).toBe(true)
  })

  test.each([
    ['a secret by its name', ADD, JSON_TYPE, '{"id":"1","signing_secret" : "s"}'],
    ['a token deep within', ADD, JSON_TYPE, '{"made":[{"accessToken":"t"}]}'],
    [
      'one that is shown once, whatever its names',
      'POST /invoicing/v1/invoices/:id/checkout',
      JSON_TYPE,
      '{"url":"u"}',
    ],
    ['one that is shown once, without content', 'POST /streams/v1/:id/secret', undefined, ''],
    ['a file', ADD, 'application/pdf', '%PDF'],
    ['a page', ADD, undefined, '<p>'],
    ['a long one', ADD, JSON_TYPE, JSON.stringify({ text: 'é'.repeat(MAX_ANSWER_BYTES / 2) })],
  ])('%s is not kept', (_, route, type, answer) => expect(isKept(route, type, answer)).toBe(false))

  test('a word of its text is no name of a secret', () => {
    expect(isKept(ADD, JSON_TYPE, '{"title":"token"}')).toBe(true)
  })
})
