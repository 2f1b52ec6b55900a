import { expect, test } from 'vitest'
import { formatChanges } from './kept-formats.ts'

test.each([
  ['words alone', 'We share files.', 'Files are shared.', []],
  ['formats that stay', '## A\n\n- one\n- two', '## B\n\n* 1st\n* 2nd', []],
  [
    'a link that is gone',
    'See [it](https://a.example/x).',
    'See it.',
    [{ kind: 'lostLinks', values: ['https://a.example/x'] }],
  ],
  [
    'a link that nobody asked for',
    'Read on.',
    'Read on at https://evil.example/?q=1.',
    [{ kind: 'newLinks', values: ['https://evil.example/?q=1'] }],
  ],
  [
    'figures',
    'It saves 20 % in 3 days.',
    'It saves 45 % in 3 days.',
    [
      { kind: 'newNumbers', values: ['45 %'] },
      { kind: 'lostNumbers', values: ['20 %'] },
    ],
  ],
  ['levels of headings', '## A\n\n### B', '## A\n\n## B', [{ kind: 'headings' }]],
  ['a list that became prose', '1. one\n2. two', 'One and two.', [{ kind: 'lists' }]],
  ['a fence and a quotation', 'Text.', '```\nText.\n```\n\n> Text.', [{ kind: 'code' }, { kind: 'quotes' }]],
  ['a table', '| a | b |\n|---|---|', 'a and b', [{ kind: 'tables' }]],
] as const)('%s', (_, original, rewritten, changes) => {
  expect(formatChanges(original, rewritten)).toEqual(changes)
})
