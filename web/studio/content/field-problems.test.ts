import { expect, test } from 'vitest'
import { problemsOf, tagsOf } from './field-problems.ts'

const FIELDS = {
  title: 'T',
  outline: '',
  target_keyword: '',
  audience: '',
  content_type: 'blog' as const,
  meta_description: '',
  tags: '',
  content: '',
}

test.each([
  ['title', 'x'.repeat(300), 'x'.repeat(301), '301 characters; 300 are taken'],
  ['outline', 'x'.repeat(20_000), 'x'.repeat(20_001), '20,001 characters; 20,000 are taken'],
  ['audience', 'x'.repeat(500), 'x'.repeat(501), '501 characters'],
  ['meta_description', 'x'.repeat(500), 'x'.repeat(501), '501 characters'],
  ['tags', 'x'.repeat(60), `a, ${'x'.repeat(61)}`, '61 characters; 60 are taken'],
  ['tags', numbers(20), numbers(21), '21 entries; 20 are taken'],
  ['content', 'ä'.repeat(100 * 1024), 'ä'.repeat(100 * 1024 + 1), '200 KiB'],
] as const)('%s says that it is too long, and is not cut', (name, fits, long, said) => {
  expect(problemsOf({ ...FIELDS, [name]: fits })).toEqual({})
  const problems = problemsOf({ ...FIELDS, [name]: long })
  expect(Object.keys(problems)).toEqual([name])
  expect(problems[name]).toContain(said)
})

test('each tag counts once, whole', () => {
  expect(tagsOf(' a, b,a,, c d ')).toEqual(['a', 'b', 'c d'])
})

function numbers(count: number): string {
  return Array.from({ length: count }, (_, at) => String(at)).join(',')
}
