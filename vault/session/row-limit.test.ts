import { expect, test } from 'vitest'
import { refusalOf } from './api.ts'
import { roomOf } from './row-limit.ts'

const refused = (message: string, code = 'PT413') => refusalOf({ status: 413, code, message })

test.each([
  ['There are too many rows of this kind already: 5000 at most', { rows: 5000 }],
  ['an organisation has 20 event streams at most', { rows: 20 }],
  ['Entries of this kind take too much room: at most 67108864 bytes', { bytes: 67_108_864 }],
  ['The answer would be larger than 16777216 bytes', null],
])('%s', (message, room) => {
  expect(roomOf(refused(message))).toEqual(room)
})

test('another refusal says nothing of room', () => {
  expect(roomOf(refused('5 at most', '23514'))).toBeNull()
  expect(roomOf(new Error('5 at most'))).toBeNull()
})
