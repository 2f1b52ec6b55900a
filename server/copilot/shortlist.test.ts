import { expect, test } from 'vitest'
import { shortlist } from './shortlist.ts'

const passage = (title: string, text: string) => ({ address: `/${title}`, title, heading: '', text })
const rights = { permission: null, role: null, isOfOperator: false, opensAdmin: false }
const PASSAGES = [
  passage('Trash', 'Deleted files wait here for thirty days.'),
  passage('Uploads', 'Upload files, rename files, and move files.'),
  passage('Keys', 'Keys never leave the browser.'),
]
const PLACES = [
  { address: '/a', title: 'Second factor', says: ['make people use two factors'], ...rights },
  { address: '/b', title: 'Billing', says: ['what we pay'], ...rights },
]
const titles = (all: Iterable<{ title: string }>) => [...all].map(({ title }) => title)

test('what shares words with a question comes first, the rare ones before the usual', () => {
  const { passages, places } = shortlist('I deleted some files', { passages: PASSAGES, places: PLACES })
  expect(titles(passages)).toEqual(['Trash', 'Uploads'])
  expect(titles(places)).toEqual([])
})

test('forms of a word are one word, and a title counts more than a text', () => {
  const all = [passage('Other', 'You may delete it.'), passage('Deleting', 'It is gone.')]
  expect(titles(shortlist('deleted', { passages: all, places: [] }).passages)).toEqual(['Deleting', 'Other'])
  expect(titles(shortlist('factor', { passages: [], places: PLACES }).places)).toEqual(['Second factor'])
})

test('a question without a word that says something, and one about something else, have nothing', () => {
  for (const question of ['What is that?', 'Sourdough bread', '']) {
    const { passages, places } = shortlist(question, { passages: PASSAGES, places: PLACES })
    expect([passages.size, places.size]).toEqual([0, 0])
  }
})

test('however many passages share a word, few are read for one question', () => {
  const many = Array.from({ length: 200 }, (_, at) => passage(`Page ${at}`, 'A file.'))
  expect(shortlist('file', { passages: many, places: [] }).passages.size).toBe(24)
})
