import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ContentRequest } from './content-request.ts'
import { begunFrom, unfinishedOf } from './unfinished.ts'

const REQUEST: ContentRequest = { title: 'T', outline: ' A\n', target_keyword: '', audience: '', content_type: 'blog' }
const section = (heading: string) => ({ heading, points: [], words: 40 })
const WHOLE = '# T\n\n## A\n\nWhole.\n'

const stopped = (half: string, change: object = {}) => ({
  content: WHOLE + half,
  plan: {
    sections: [section('A'), section('B')],
    whole: 1,
    from: WHOLE.length,
    outline: createHash('sha256').update('{"outline":"A","content_type":"blog"}').digest('hex'),
    ...change,
  },
})
const textAfter = (half: string, text: string) => begunFrom(REQUEST, stopped(half), text).text

test('what the model left of a section is taken out, also where it wrote headings of its own', () => {
  const half = '\n## B\n\nFirst.\n\n## Own\n\nAnd th'
  expect(textAfter(half, WHOLE + half)).toBe(WHOLE)
  expect(textAfter(half, `Mine.\n${half}\n\n`)).toBe('Mine.\n')
})

test('a half section that people changed is taken out up to the next heading', () => {
  const half = '\n## B\n\nHal'
  expect(textAfter(half, `${WHOLE}\n## B\n\nMine.\n### Sub\n\n## C\n\nMine too.`)).toBe(`${WHOLE}\n## C\n\nMine too.\n`)
  expect(textAfter(half, '# T\r\n\r\n## B\r\n\r\nMine.\r\n')).toBe('# T\n')
  expect(textAfter(half, 'Without its heading.')).toBe('Without its heading.\n')
})

test('an empty text begins with its title', () => {
  expect(textAfter('\n## B\n\nHal', ' \n')).toBe('# T\n')
})

test('a plan is for the sections that are missing, and for its outline', () => {
  expect(unfinishedOf(REQUEST, stopped(''))).toEqual({ section: 2, sections: 2, heading: 'B', fits: true })
  expect(unfinishedOf({ ...REQUEST, title: 'Other', audience: 'x' }, stopped(''))).toMatchObject({ fits: true })
  expect(unfinishedOf({ ...REQUEST, outline: 'A\nB' }, stopped(''))).toMatchObject({ fits: false })
  expect(unfinishedOf(REQUEST, stopped('', { whole: 2 }))).toBeNull()
  expect(unfinishedOf(REQUEST, { content: WHOLE, plan: null })).toBeNull()
  expect(unfinishedOf(REQUEST, undefined)).toBeNull()
})
