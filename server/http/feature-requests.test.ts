import { expect, test } from 'vitest'
import { z } from 'zod'
import { requestsOf } from './feature-requests.ts'

const { parse } = requestsOf({ feature: 'tests', failed: 'a test failed', refusals: {} })
const order = z.strictObject({ name: z.string().max(5), lines: z.array(z.object({ count: z.int() })) })

test.each([
  ['a field', { name: 'longer than five', lines: [] }, 'The request cannot be read: "name"'],
  [
    'a part of a field',
    { name: 'x', lines: [{ count: 1 }, { count: 'one' }] },
    'The request cannot be read: "lines.1.count"',
  ],
  ['a field that there is not', { name: 'x', lines: [], nmae: 'x' }, 'The request cannot be read: "nmae"'],
  ['nothing at all', undefined, 'The request cannot be read'],
  ['a name that is no name', { name: 'x', lines: [], '<b>': 1 }, 'The request cannot be read'],
])('%s that cannot be read is named, and nothing of what it holds', (_, given, message) => {
  expect(() => parse(order, given)).toThrow(expect.objectContaining({ status: 400, code: 'bad_request', message }))
})
