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
  const text =
    'It was founded in 1999. Files are sealed [1, 3]. Call 0800 for help [9]. It is fast [1, 9]. Links end [2][2].'
  expect(read(text)).toEqual({
    found: [
      { text: 'Files are sealed.', sources: [1, 3] },
      { text: 'Links end.', sources: [2] },
    ],
    leftOut: 3,
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

test.each([
  ['a small letter follows', 'We are the best. they are sealed [1].', ['they are sealed.'], 1],
  ['no blank follows', 'We are the best.They are sealed [1].', ['They are sealed.'], 1],
  ['emphasis follows', '**We are the best.** They are sealed [1].', ['They are sealed.'], 1],
  ['nobody can tell', 'We are the best.they are sealed [1]. Links end [2].', ['Links end.'], 1],
  ['one letter is before', 'Take plan B. We are the best [1]. Links end [2].', ['Links end.'], 1],
  ['it is part of a name', 'Use Node.js or docs.example.com [1].', ['Use Node.js or docs.example.com.'], 0],
])('a sentence does not ride on the mark of the next one where %s', (_, text, shown, leftOut) => {
  for (const piece of [1, 3, 1000]) {
    const { found, ...rest } = read(text, { piece })
    expect([found.map((one) => one.text), rest.leftOut]).toEqual([shown, leftOut])
  }
})

test('where an answer begins with a mark, marks belong to what is behind them', () => {
  const marked = read('[1] Files are sealed. [2] Links end.')
  expect(marked.found.map(({ sources }) => sources)).toEqual([[1], [2]])
})

test('signs that nobody sees are taken out', () => {
  expect(read('Fi\u200bles\u202e are\u0007 sealed [1].').found).toEqual([{ text: 'Files are sealed.', sources: [1] }])
})

test('a sentence that is too long is left out alone, in whatever pieces it comes', () => {
  const text = `Files are sealed [1]. ${'word '.repeat(300)}[1]. Links end [2].`
  for (const piece of [1, 7, 50, 3000]) {
    expect(read(text, { piece })).toMatchObject({ found: [{ sources: [1] }, { sources: [2] }], leftOut: 1 })
  }
})

test.each([
  ['blanks', `A${' '.repeat(7000)}b. Cc`, 10],
  ['line breaks', `A.${'\n'.repeat(7000)}`, 10],
  ['numbers that do not end', `A. [${'1, '.repeat(2500)}`, 1100],
  ['periods', '.'.repeat(7900), 1100],
  ['letters without an end', 'a.'.repeat(3500), 1100],
])('what is held is bounded for %s', (_, text, most) => {
  const sentences = new CitedSentences(1)
  let held = 0
  for (const one of text) {
    sentences.push(one)
    held = Math.max(held, sentences.heldCharacters)
  }
  expect(held).toBeLessThan(most)
})

test('an answer that is too long ends by name, after what came before', () => {
  const sentences = new CitedSentences(1)
  expect(sentences.push('Files are sealed [1]. '.repeat(1000)).length).toBeLessThan(400)
  expect(() => sentences.push('More [1]. ')).toThrow('more than an answer may have')
  expect(() => sentences.end()).toThrow('more than an answer may have')
})
