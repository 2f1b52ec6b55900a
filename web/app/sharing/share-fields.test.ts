import { expect, test } from 'vitest'
import {
  DOWNLOADS,
  LINK_DAYS,
  addressesIn,
  numberIn,
  numberProblem,
  textIn,
  isLate,
  losersOf,
  isOver,
  remainsSentence,
} from './share-fields.ts'

test('days of a link are whole and between 1 and 90', () => {
  const problem = numberProblem(LINK_DAYS)
  for (const right of ['1', '90', ' 7 ']) expect(problem(right)).toBeNull()
  for (const wrong of ['', '0', '91', '1.5', '-3', '1e1', 'seven', '0x10']) {
    expect(problem(wrong)).toBe('Enter a whole number from 1 to 90.')
  }
})

test('a limit of downloads may be left out', () => {
  expect(numberProblem(DOWNLOADS)('')).toBeNull()
  expect(numberProblem(DOWNLOADS)('0')).not.toBeNull()
  expect(numberIn('')).toBeNull()
  expect(numberIn(' 12 ')).toBe(12)
})

test('a name of spaces is none', () => {
  expect(textIn('  ')).toBeNull()
  expect(textIn(' Ada ')).toBe('Ada')
})

test('addresses come with whatever stands between them, each once', () => {
  expect(addressesIn(' Ada@Example.org ')).toEqual(['ada@example.org'])
  expect(addressesIn('a@x.org, b@x.org;c@x.org\nA@x.org\td@x.org,')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
    'd@x.org',
  ])
  expect(addressesIn('Ada Lovelace <Ada@x.org>; "Bob, B." <b@x.org>')).toEqual(['ada@x.org', 'b@x.org'])
  expect(addressesIn(' , ')).toEqual([])
})

const now = new Date('2026-11-21T12:00:00Z')
const [before, after] = ['2026-11-21T11:59:59Z', '2026-11-21T12:00:01Z']

test('a grant without an end stays active', () => {
  expect(isOver({ expiresAt: null }, now)).toBe(false)
})

test('a link is over after its time or its last download', () => {
  expect(isOver({ expiresAt: after, maxDownloads: null, downloads: 7 }, now)).toBe(false)
  expect(isOver({ expiresAt: after, maxDownloads: 2, downloads: 1 }, now)).toBe(false)
  expect(isOver({ expiresAt: after, maxDownloads: 2, downloads: 2 }, now)).toBe(true)
  expect(isOver({ expiresAt: before, maxDownloads: null, downloads: 0 }, now)).toBe(true)
})

test('only its time makes it late', () => {
  expect(isLate({ expiresAt: before }, now)).toBe(true)
  expect(isLate({ expiresAt: after, maxDownloads: 2, downloads: 2 }, now)).toBe(false)
})

test('what still opens a file is named when one way to it was ended', () => {
  const ended = 'Bob Kahn can no longer open Plan.pdf.'
  const [open, late] = [{ expiresAt: null }, { expiresAt: before }]
  const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one)
  const said = (people: number, links: number) =>
    remainsSentence(ended, { people: times(people, open), links: times(links, { expiresAt: after }) }, now)

  expect(said(0, 1)).toBe('Bob Kahn can no longer open Plan.pdf. One link is still open.')
  expect(said(0, 2)).toBe('Bob Kahn can no longer open Plan.pdf. 2 links are still open.')
  expect(said(1, 0)).toBe('Bob Kahn can no longer open Plan.pdf. One person can still open it.')
  expect(said(2, 1)).toBe('Bob Kahn can no longer open Plan.pdf. 2 people and one link can still open it.')
  expect(said(0, 0)).toBeNull()
  expect(remainsSentence(ended, { people: [late], links: [late] }, now)).toBeNull()
})

test('who loses access with some files is counted once, without what has ended', () => {
  const person = (fileId: string, userId: string, expiresAt: string | null = null) => ({ fileId, userId, expiresAt })
  const link = (fileId: string, downloads: number) => ({
    openIds: [fileId, 'another'],
    expiresAt: after,
    maxDownloads: 2,
    downloads,
  })
  const access = {
    people: [person('a', 'bob'), person('b', 'bob'), person('a', 'eve', before), person('other', 'cleo')],
    links: [link('a', 1), link('b', 2), link('other', 0)],
  }
  expect(losersOf(access, new Set(['a', 'b']), now)).toEqual({ people: 1, links: 1 })
  expect(losersOf(undefined, new Set(['a']), now)).toEqual({ people: 0, links: 0 })
})
