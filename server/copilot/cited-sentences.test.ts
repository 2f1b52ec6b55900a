import { expect, test } from 'vitest'
import { CitedSentences } from './cited-sentences.ts'

/** @param piece characters that come at once */
function read(text: string, { passages = 3, piece = 5 } = {}) {
  const sentences = new CitedSentences(passages)
  const found = (text.match(new RegExp(`[\\s\\S]{1,${piece}}`, 'g')) ?? []).flatMap((one) => sentences.push(one))
  return { found: [...found, ...sentences.end()], leftOut: sentences.leftOut }
}

test.each([
  ['before the end of the sentence', 'Files are sealed [1]. Links end [2].'],
  ['behind it', 'Files are sealed. [1] Links end. [2]'],
  ['behind it on the next line', 'Files are sealed.\n[1]\nLinks end.\n[2]'],
  ['as a list', '- Files are sealed. [1]\n- Links end. [2]\n'],
  ['with emphasis', '**Files** are sealed [1]. Links `end` [2].'],
])('marks are read %s, in whatever pieces they come', (_, text) => {
  for (const piece of [1, 2, 5, 1000]) {
    expect(read(text, { piece })).toEqual({
      found: [
        { text: 'Files are sealed.', sources: [1] },
        { text: 'Links end.', sources: [2] },
      ],
      leftOut: 0,
    })
  }
})

test('a sentence that names no passage, or one that the model was not given, is left out', () => {
  const text = 'It was founded in 1999. Files are sealed [1, 3]. Call 0800 for help [9]. Links end [2][2].'
  expect(read(text)).toEqual({
    found: [
      { text: 'Files are sealed.', sources: [1, 3] },
      { text: 'Links end.', sources: [2] },
    ],
    leftOut: 2,
  })
})

test('what has no end counts where it names a passage, and nothing is held for ever', () => {
  expect(read('Files are sealed [1]. And then')).toMatchObject({ found: [{ sources: [1] }], leftOut: 1 })
  expect(read('Files are sealed [1]')).toMatchObject({ found: [{ text: 'Files are sealed', sources: [1] }] })
  const endless = `${'word '.repeat(800)}[1]. Links end [2].`
  expect(read(endless, { piece: 50 })).toMatchObject({ found: [{ text: 'Links end.', sources: [2] }], leftOut: 1 })
  expect(read('The passages do not say.')).toEqual({ found: [], leftOut: 1 })
  expect(read('')).toEqual({ found: [], leftOut: 0 })
})

test('an abbreviation ends no sentence, and a number of a list is none', () => {
  expect(read('1. Use a key, e.g. Okta [1].\n2) Then sign in [2].').found).toEqual([
    { text: 'Use a key, e.g. Okta.', sources: [1] },
    { text: 'Then sign in.', sources: [2] },
  ])
})
