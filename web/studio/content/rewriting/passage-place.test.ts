import { expect, test } from 'vitest'
import { movedPlace, placeOf } from './passage-place.ts'

const TEXT = 'One two three.'
const two = { from: 4, to: 7 }

test.each([
  ['blank space at its ends', ' \n two ', { from: 0, to: 7 }, { from: 3, to: 6 }],
  ['nothing but blank space', 'a  b', { from: 1, to: 3 }, undefined],
  ['nothing', 'ab', { from: 1, to: 1 }, undefined],
] as const)('a selection with %s', (_, text, selected, place) => {
  expect(placeOf(text, selected)).toEqual(place)
})

test.each([
  ['nothing', TEXT, two],
  ['text before it', 'A word. One two three.', { from: 12, to: 15 }],
  ['text removed before it', 'two three.', { from: 0, to: 3 }],
  ['text behind it', 'One two three. Four.', two],
  ['text at its beginning', 'One and two three.', { from: 8, to: 11 }],
  ['text at its end', 'One two and three.', two],
  ['a letter right behind it', 'One twoo three.', two],
  ['a letter in it', 'One twxo three.', undefined],
  ['all of it', 'One three.', undefined],
  ['text around it', 'Ons twx three.', undefined],
  ['the whole text', 'Something else.', undefined],
  ['all to nothing', '', undefined],
])('a passage after a change of %s', (_, after, place) => {
  expect(movedPlace(TEXT, after, two)).toEqual(place)
})

test('a passage that occurs twice is followed where it was', () => {
  const text = 'Read it. Read it.'
  const second = { from: 9, to: 17 }
  const moved = movedPlace(text, 'Read it. Then: Read it.', second)
  expect(moved).toEqual({ from: 15, to: 23 })
})
