import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { charactersOf, cutAt, PLATFORM_CHARACTERS, PLATFORMS } from './platforms.ts'
import { markdownFile, readMinutes, slugOf } from './content.ts'

// By the conformance tests of twitter-text 3: emoji are two, CJK are two, addresses are 23 whatever their length.
test.each([
  ['abc', 3],
  ['Ångström', 8],
  ['日本', 4],
  ['👨‍👩‍👧‍👦', 2],
  ['a 🙂', 4],
  ['see https://example.org/a/very/long/path?that=goes now', 4 + 23 + 4],
  ['“quoted” …', 11],
])('X counts %s as %d', (text, characters) => {
  expect(charactersOf('Twitter', text)).toBe(characters)
})

test.each([
  ['LinkedIn', 'abcdef', 6, 'abcdef'],
  ['LinkedIn', 'abcdef', 4, 'abcd'],
  ['LinkedIn', 'a👨‍👩‍👧‍👦b', 3, 'a'],
  ['Twitter', '日本語', 5, '日本'],
  ['Twitter', 'ab 🙂🙂', 6, 'ab 🙂'],
  // An address is whole or not there: half of one leads elsewhere.
  ['Twitter', 'see https://example.org/a now', 20, 'see '],
  ['LinkedIn', 'see https://example.org/a now', 20, 'see '],
  ['Twitter', 'see https://example.org/a now', 29, 'see https://example.org/a n'],
  ['TikTok', 'abc', 0, ''],
] as const)('%s takes of %j at %d: %j', (platform, text, limit, kept) => {
  expect(cutAt(platform, text, limit)).toEqual({ kept, rest: text.slice(kept.length) })
})

test('what is kept of any text is within the limit, and a letter more of it is not', () => {
  const letters = fc.constantFrom('a', ' ', 'é', 'e\u0301', '日', '🙂', '👨‍👩‍👧‍👦', '“', '\n', 'https://a.example/b', '://')
  const texts = fc.array(letters, { maxLength: 40 }).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.constantFrom(...PLATFORMS), texts, fc.integer({ min: 0, max: 60 }), (platform, text, limit) => {
      const { kept, rest } = cutAt(platform, text, limit)
      expect(kept + rest).toBe(text)
      expect(charactersOf(platform, kept)).toBeLessThanOrEqual(limit)
      if (rest === '') return
      const [next] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(rest)
      const more = /^https?:\/\/\S+/u.exec(rest)?.[0] ?? next!.segment
      expect(charactersOf(platform, kept + more)).toBeGreaterThan(limit)
    }),
  )
})

test('the others count characters', () => {
  expect(charactersOf('LinkedIn', 'a🙂日')).toBe(3)
  expect(PLATFORM_CHARACTERS).toEqual({
    LinkedIn: 3000,
    Twitter: 280,
    YouTube: 5000,
    Facebook: 63_206,
    Instagram: 2200,
    TikTok: 2200,
  })
})

test.each([
  ['Share files with your Doctor!', 'share-files-with-your-doctor'],
  ['Über Größe', 'uber-große'],
  ['///', 'content'],
])('%s names the file %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a file says what is known of its text', () => {
  const parts = { title: 'A', content: '# A\n\nText.\n', meta: 'M', keyword: 'K', tags: ['x', 'y'] }
  expect(markdownFile(parts, 'Text written by model m')).toBe(
    '# A\n\n**Meta Description:** M\n\n**Target Keyword:** K\n\n**Tags:** x, y\n\n*Text written by model m*\n\n---\n\nText.\n',
  )
  expect(readMinutes(226)).toBe(2)
})
