import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'
import { changeOf, mapped, placed } from './placed-findings.ts'

const FINDING = {
  isSpelling: true,
  isUnknownWord: true,
  kind: 'Spelling',
  message: 'Wrong',
  problem: 'teh',
  suggestions: ['the'],
}
const findingsIn = (text: string) =>
  [...text.matchAll(/\bteh\b/g)].flatMap(({ index }) => placed([{ ...FINDING, from: 0, to: 3 }], index, text))
const placesAfter = (before: string, after: string) =>
  mapped(findingsIn(before), before, after).map(({ from, to }) => after.slice(from, to))

test('a text is cut at its empty lines, and code stays whole', () => {
  const text = '# A\n\nOne\ntwo \n \n\n```\ncode\n\nmore\n```\nend\n\n~~~~\na\n~~~\n\nb\n~~~~\n\nlast'
  const paragraphs = paragraphsOf(text)
  expect(paragraphs.map((one) => one.text)).toEqual([
    '# A',
    'One\ntwo',
    '```\ncode\n\nmore\n```\nend',
    '~~~~\na\n~~~\n\nb\n~~~~',
    'last',
  ])
  for (const { from, text: part } of paragraphs) expect(text.slice(from, from + part.length)).toBe(part)
  expect(paragraphsOf('\n \n')).toEqual([])
})

test('a change is what lies between what both texts begin and end with', () => {
  expect(changeOf('abc', 'abXc')).toEqual({ from: 2, removed: 0, added: 1 })
  expect(changeOf('aaa', 'aa')).toEqual({ from: 2, removed: 1, added: 0 })
  expect(changeOf('', 'new')).toEqual({ from: 0, removed: 0, added: 3 })
  expect(changeOf('same', 'same')).toEqual({ from: 4, removed: 0, added: 0 })
})

test('findings move with what is typed before them, and stay before what is typed after', () => {
  expect(placesAfter('a teh b', 'more a teh b')).toEqual(['teh'])
  expect(placesAfter('a teh b', 'a teh b, and more')).toEqual(['teh'])
  expect(placesAfter('long start, a teh b', 'a teh b')).toEqual(['teh'])
  expect(placesAfter('a teh b', 'a teh, b')).toEqual(['teh'])
  expect(placesAfter('a teh b', 'a “teh b')).toEqual(['teh'])
  expect(placesAfter('teh one teh two teh', 'teh two teh')).toEqual(['teh', 'teh'])
})

test('a finding that a change touches is no longer known', () => {
  expect(placesAfter('a teh b', 'a tehm b')).toEqual([])
  expect(placesAfter('a teh b', 'a xteh b')).toEqual([])
  expect(placesAfter('a teh b', 'a th b')).toEqual([])
  expect(placesAfter('a teh b', 'a  b')).toEqual([])
})

test('a finding is known again by the signs around it', () => {
  const [one] = findingsIn('This is teh first one of all.')
  const [moved] = findingsIn('Longer: This is teh first one of all.').slice(-1)
  const [other] = findingsIn('This is teh second one of all.')
  expect(one?.id).not.toBe(other?.id)
  expect(moved?.id).not.toBe(other?.id)
})
