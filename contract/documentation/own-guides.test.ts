import { expect, test } from 'vitest'
import { guideProblem, isWholeGuide, slugOf } from './own-guides.ts'

const BUILT = ['quick-start']
const problem = (slug: string, replaces: string | null = null, body = ''): string | undefined =>
  guideProblem({ slug, replaces, body }, BUILT)

test.each(['', '..', 'A', 'a b', 'a/b', '-a', 'a-', 'a--b', 'ä', 'a'.repeat(81), 'a.b', 'a?b', 'a\n'])(
  'no address: %j',
  (slug) => {
    expect(problem(slug)).toBe('bad_slug')
  },
)

test('the address of a guide of the software is for one that replaces it', () => {
  expect(problem('how-we-work')).toBeUndefined()
  expect(problem('quick-start')).toBe('slug_of_built_guide')
  expect(problem('quick-start', 'quick-start')).toBeUndefined()
  expect(problem('how-we-work', 'quick-start')).toBeUndefined()
  expect(problem('how-we-work', 'none')).toBe('no_built_guide')
})

test('a text is measured in bytes', () => {
  expect(problem('a', null, 'a'.repeat(204_800))).toBeUndefined()
  expect(problem('a', null, 'a'.repeat(204_801))).toBe('body_too_long')
  expect(problem('a', null, 'ä'.repeat(102_400))).toBeUndefined()
  expect(problem('a', null, 'ä'.repeat(102_401))).toBe('body_too_long')
})

test('a guide is whole with title, description and text', () => {
  expect(isWholeGuide({ title: 'a', description: 'b', body: 'c' })).toBe(true)
  for (const part of ['title', 'description', 'body']) {
    expect(isWholeGuide({ title: 'a', description: 'b', body: 'c', [part]: ' ' })).toBe(false)
  }
})

test('an address is made of a title', () => {
  expect(slugOf('Über uns: 2 Büros!')).toBe('uber-uns-2-buros')
  expect(slugOf('…')).toBe('')
  expect(slugOf(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79))
})
