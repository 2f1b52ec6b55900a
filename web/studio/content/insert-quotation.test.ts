import { expect, test } from 'vitest'
import { insertQuotation, sectionsOf } from './insert-quotation.ts'

const FACT = { text: 'Nine of ten <b>clinics</b> use mail.', name: 'Survey <i>', place: 'line 3' }
const QUOTED = '> “Nine of ten \\<b>clinics\\</b> use mail.”\n>\n> Source: Survey \\<i>, line 3'

test('a quotation comes at the end of its section, with its source, and no tag of it is one of the text', () => {
  expect(insertQuotation('# A\n\n## Why\n\nText.\n\n## How\n\nMore.', 'Why', FACT)).toBe(
    `# A\n\n## Why\n\nText.\n\n${QUOTED}\n\n## How\n\nMore.`,
  )
})

test('without its section it comes at the end, also of an empty text', () => {
  expect(insertQuotation('## Why\n\nText.\n', 'Other', FACT)).toBe(`## Why\n\nText.\n\n${QUOTED}\n`)
  expect(insertQuotation('', 'Other', FACT)).toBe(`${QUOTED}\n`)
})

test('sections are the headings of the text, else of the outline, else the title', () => {
  const outline = '1. First\n- Second\n'
  expect(
    sectionsOf({
      title: 'T',
      outline,
      content: '# T\n\n## Why\n\n### Why so\n## Why\n## Checks before it is published',
    }),
  ).toEqual(['Why', 'Why so'])
  expect(sectionsOf({ title: 'T', outline, content: 'No heading.' })).toEqual(['First', 'Second'])
  expect(sectionsOf({ title: 'T', outline: '', content: '' })).toEqual(['T'])
  expect(sectionsOf({ title: ' ', outline: '', content: '' })).toEqual([])
})
