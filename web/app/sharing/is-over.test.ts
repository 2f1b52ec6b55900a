import { expect, test } from 'vitest'
import { isOver } from './is-over.ts'

const now = new Date('2026-11-21T12:00:00Z')
const [before, after] = ['2026-11-21T11:59:59Z', '2026-11-21T12:00:01Z']

test('a grant without an end goes on', () => {
  expect(isOver({ expiresAt: null }, now)).toBe(false)
})

test('a link is over after its time or its last download', () => {
  expect(isOver({ expiresAt: after, maxDownloads: null, downloads: 7 }, now)).toBe(false)
  expect(isOver({ expiresAt: after, maxDownloads: 2, downloads: 1 }, now)).toBe(false)
  expect(isOver({ expiresAt: after, maxDownloads: 2, downloads: 2 }, now)).toBe(true)
  expect(isOver({ expiresAt: before, maxDownloads: null, downloads: 0 }, now)).toBe(true)
})
