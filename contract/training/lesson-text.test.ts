import { expect, test } from 'vitest'
import { isLinked, readInline, readLesson } from './lesson-text.ts'

test('blocks of a lesson', () => {
  expect(
    readLesson(
      '## Head\nOne\ntwo.\n\n- a\n- b\n  more\n\n1. x\n2. y\n\n> said\n\n```sh\n**plain**\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    ),
  ).toEqual([
    { tag: 'h2', children: ['Head'] },
    { tag: 'p', children: ['One two.'] },
    { tag: 'ul', items: [['a'], ['b more']] },
    { tag: 'ol', items: [['x'], ['y']] },
    { tag: 'blockquote', children: ['said'] },
    { tag: 'pre', text: '**plain**' },
    { tag: 'table', head: [['a'], ['b']], rows: [[['1'], ['2']]] },
  ])
})

test('a list ends a paragraph, and code that never ends takes the rest', () => {
  expect(readLesson('Words:\n- a\n\n```\nrest')).toEqual([
    { tag: 'p', children: ['Words:'] },
    { tag: 'ul', items: [['a']] },
    { tag: 'pre', text: 'rest' },
  ])
})

test('marks within a line', () => {
  expect(readInline('A **bold `code`** and *soft* [link](/dashboard/security) `a*b`.')).toEqual([
    'A ',
    { tag: 'strong', children: ['bold ', { tag: 'code', text: 'code' }] },
    ' and ',
    { tag: 'em', children: ['soft'] },
    ' ',
    { tag: 'a', href: '/dashboard/security', children: ['link'] },
    ' ',
    { tag: 'code', text: 'a*b' },
    '.',
  ])
})

test('HTML and links that run something are words', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](//evil.example)',
    '[a](/\\evil.example)',
    '[a](http://plain.example)',
  ]) {
    expect(readLesson(text)).toEqual([{ tag: 'p', children: [text] }])
  }
  expect(['https://a.example/x', '/help'].every(isLinked)).toBe(true)
})

test('a text of nothing but opening marks is read at once', () => {
  const begun = performance.now()
  for (const mark of ['[', '*', '**a', '`', '[a](', '> ', '| ']) readLesson(mark.repeat(20_000 / mark.length))
  expect(performance.now() - begun).toBeLessThan(2000)
})
