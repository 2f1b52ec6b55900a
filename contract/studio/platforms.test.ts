import { expect, test } from 'vitest'
import { charactersOf, PLATFORM_CHARACTERS } from './platforms.ts'
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
