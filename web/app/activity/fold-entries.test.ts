import { expect, test } from 'vitest'
import type { Sentence } from './activity-words.ts'
import { type Entry, foldEntries } from './fold-entries.ts'

const START = Date.parse('2026-11-21T09:00:00Z')

function entry(says: Sentence['says'], second: number, person?: string): Entry {
  return {
    event: {
      id: String(second),
      created_at: new Date(START - second * 1000).toISOString(),
      event_type: '',
      event_category: '',
      user_id: null,
      action: '',
      status: '',
      risk_level: '',
      details: {},
    },
    sentence: { says, text: `${says} ${second}`, who: person ?? 'Somebody', person },
  }
}
const texts = (entries: Entry[]) => foldEntries(entries).map(({ text }) => text)

test('an archive is one line that keeps its files', () => {
  const eight = Array.from({ length: 8 }, (_, second) => entry('downloaded', second))
  expect(texts(eight)).toEqual(['You downloaded 8 files'])
  expect(foldEntries(eight)[0]?.entries).toHaveLength(8)
})

test('two stay two lines', () => {
  expect(texts([entry('downloaded', 0), entry('downloaded', 1)])).toEqual(['downloaded 0', 'downloaded 1'])
})

test('another person, another act or a longer while begins another line', () => {
  const bob = [0, 1, 2].map((second) => entry('openedBy', second, 'Bob'))
  const cleo = [3, 4].map((second) => entry('openedBy', second, 'Cleo'))
  expect(texts([...bob, ...cleo])).toEqual(['Bob opened 3 files', 'openedBy 3', 'openedBy 4'])
  expect(texts([entry('opened', 0), entry('downloaded', 1), entry('opened', 2)])).toHaveLength(3)
  expect(texts([entry('opened', 0), entry('opened', 61), entry('opened', 122)])).toHaveLength(3)
})

test('what has no plural is never folded', () => {
  expect(texts([entry('signedIn', 0), entry('signedIn', 1), entry('signedIn', 2)])).toHaveLength(3)
})
