import { expect, test } from 'vitest'
import { compileGuide, sectionsOf } from './compile-guide.ts'
import { guideIndex } from './guide-plugin.ts'

const HEAD = `---
title: A title: with a colon
description: What it is about.
category: operations
level: Advanced
order: 3
---
`

test('front matter becomes the record', () => {
  expect(compileGuide('example', `${HEAD}Text.`).front).toEqual({
    slug: 'example',
    title: 'A title: with a colon',
    description: 'What it is about.',
    category: 'operations',
    level: 'Advanced',
    order: 3,
  })
})

test.each([
  ['no front matter', 'Text.', /front matter is missing/],
  ['a missing line', HEAD.replace('level: Advanced\n', ''), /"level" is missing/],
  ['an unknown line', HEAD.replace('order:', 'author: me\norder:'), /unknown front matter "author"/],
  ['an unknown category', HEAD.replace('operations', 'games'), /"category" is none of/],
  ['a place that is none', HEAD.replace('order: 3', 'order: third'), /"order" is not a number/],
  ['a block of HTML', `${HEAD}<div onclick="x()">a</div>`, /"html" is not allowed/],
  ['HTML within a line', `${HEAD}a <b>word</b>`, /"html" is not allowed/],
  ['an image', `${HEAD}![a](/a.png)`, /"image" is not allowed/],
  ['a link without encryption', `${HEAD}[a](http://example.org)`, /neither of this site nor https/],
  ['a link that is a script', `${HEAD}[a](javascript:alert(1))`, /neither of this site nor https/],
  ['a heading of the first level', `${HEAD}# Title`, /heading of level 1/],
])('%s is refused, with the name of the guide', (_, source, reason) => {
  expect(() => compileGuide('example', source)).toThrow(reason)
  expect(() => compileGuide('example', source)).toThrow(/^example\.md: /)
})

test('the parts of a guide are its contents', () => {
  expect(compileGuide('example', `${HEAD}First.\n\n## Second part\n\n### Within\n\nWords.`).contents).toEqual([
    { id: 'second-part', text: 'Second part' },
  ])
})

test('the search finds parts by heading, words and code', () => {
  const guide = compileGuide(
    'example',
    `${HEAD}First.\n\n## Second part\n\nWords.\n\n\`\`\`sh verify\nrun --now\n\`\`\`\n`,
  )
  const sections = sectionsOf(guide)

  expect(sections.map(({ id, heading }) => [id, heading])).toEqual([
    ['example', ''],
    ['example#second-part', 'Second part'],
  ])
  expect(sections[1]?.text).toContain('run --now')
  expect(sections[1]?.start).toBe('Words.')
})

test('the index of the real guides leads to the right places, with spelling mistakes and beginnings of words', () => {
  const index = guideIndex()
  const best = (query: string) => String(index.search(query)[0]?.id)

  expect(best('shamir')).toBe('keys-and-algorithms#recovery-by-several-people')
  expect(best('rotate key')).toContain('update-and-rotate')
  expect(best('pasword forgoten')).toMatch(/recovery-kit|quick-start/)
  expect(best('backup')).toContain('backup-and-restore')
  expect(index.search('xyzzyx')).toEqual([])
})
