import { expect, test } from 'vitest'
import { compileArticle, countWords } from './compile-article.ts'

const HEAD = `---
title: A title: with a colon
short: A title
description: What it is about.
date: 2025-01-03
written: 2026-11-21
readTime: 6
category: Compliance
featured: false
cta: demo
---
`
const bodyOf = (markdown: string) => compileArticle('example', HEAD + markdown).body

test('front matter becomes the record', () => {
  expect(compileArticle('example', `${HEAD}Text.`).front).toEqual({
    slug: 'example',
    title: 'A title: with a colon',
    short: 'A title',
    description: 'What it is about.',
    date: '2025-01-03',
    written: '2026-11-21',
    readTime: 6,
    category: 'Compliance',
    featured: false,
    cta: 'demo',
  })
})

test.each([
  ['a missing line', HEAD.replace('category: Compliance\n', ''), /"category" is missing/],
  ['an unknown line', HEAD.replace('cta:', 'author: me\ncta:'), /unknown front matter "author"/],
  ['a day that is none', HEAD.replace('2025-01-03', 'January 3'), /"date" is not a day/],
  ['an unknown call to action', HEAD.replace('cta: demo', 'cta: buy'), /"cta" is none of/],
])('%s in the front matter is refused, with the name of the article', (_, head, reason) => {
  expect(() => compileArticle('example', `${head}Text.`)).toThrow(reason)
  expect(() => compileArticle('example', `${head}Text.`)).toThrow(/example\.md/)
})

test.each([
  ['a block of HTML', '<div onclick="x()">a</div>'],
  ['HTML within a line', 'a <b>word</b>'],
  ['an image', '![a picture](/a.png)'],
  ['a link without encryption', '[elsewhere](http://example.org)'],
  ['a link that is a script', '[here](javascript:alert(1))'],
  ['a heading of the first level', '# Title'],
  ['a figure without a caption', ':::figure lattice'],
])('%s is refused', (_, markdown) => {
  expect(() => bodyOf(markdown)).toThrow(/example\.md/)
})

test('a link may name a source elsewhere', () => {
  expect(bodyOf('[RFC 6962](https://www.rfc-editor.org/rfc/rfc6962)')).toMatchObject([
    { tag: 'p', children: [{ tag: 'a', href: 'https://www.rfc-editor.org/rfc/rfc6962', children: ['RFC 6962'] }] },
  ])
})

test('headings get ids and are listed', () => {
  const { body, contents } = compileArticle('example', `${HEAD}## Is it \`Kyber\`?\n\n### Part\n`)
  expect(contents).toEqual([{ id: 'is-it-kyber', text: 'Is it Kyber?' }])
  expect(body).toMatchObject([
    { tag: 'h2', id: 'is-it-kyber' },
    { tag: 'h3', id: 'part' },
  ])
})

test('quotation marks are printed ones, and code is left as it is', () => {
  expect(bodyOf(`"One" isn't ("two") \`"three"\``)).toEqual([
    { tag: 'p', children: ['“One” isn’t (“two”) ', { tag: 'code', children: ['"three"'] }] },
  ])
})

test('a figure is placed by its line, with marks in its caption', () => {
  expect(bodyOf('Before.\n\n:::figure merkle-path Sixteen *entries*.\n\nAfter.')).toEqual([
    { tag: 'p', children: ['Before.'] },
    { tag: 'figure', name: 'merkle-path', children: ['Sixteen ', { tag: 'em', children: ['entries'] }, '.'] },
    { tag: 'p', children: ['After.'] },
  ])
})

test('a column of figures is aligned at its end', () => {
  expect(bodyOf('| a | b |\n|---|--:|\n| c | 1 |')).toMatchObject([
    {
      tag: 'table',
      children: [{ tag: 'thead' }, { tag: 'tbody', children: [{ children: [{ align: 'start' }, { align: 'end' }] }] }],
    },
  ])
})

test('words are counted without code, cells and blocks apart', () => {
  expect(countWords(bodyOf('## One two\n\nThree **four** `five` – [six](/a).\n\n```js\nnot counted\n```\n'))).toBe(6)
  expect(countWords(bodyOf('| one | two |\n|---|---|\n| three | four |'))).toBe(4)
  expect(countWords(bodyOf('- one\n- two **three**four'))).toBe(3)
})
