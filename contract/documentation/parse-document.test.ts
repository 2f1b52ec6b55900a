import { expect, test } from 'vitest'
import type { DocumentNode } from './document-nodes.ts'
import { contentsOf, wordsOf } from './document-nodes.ts'
import { parseDocument } from './parse-document.ts'

const tagsIn = (nodes: readonly DocumentNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node.tag, ...('children' in node ? tagsIn(node.children) : [])],
  )

test('Markdown becomes nodes: headings with ids, lists, tables, code, emphasis', () => {
  const nodes = parseDocument(
    '# One\n\nA *b* **c** ~~d~~ `e`\n\n## One\n\n1. x\n2. y\n\n- [x] z\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```sh now\nls\n```\n',
  )
  expect(contentsOf(nodes)).toEqual([
    { id: 'one', text: 'One' },
    { id: 'one-2', text: 'One' },
  ])
  expect(tagsIn(nodes)).toEqual(
    'h2 p em strong del code h2 ol li li ul li table thead tr th th tbody tr td td pre'.split(' '),
  )
  expect(nodes.at(-1)).toEqual({ tag: 'pre', language: 'sh', text: 'ls' })
})

test('HTML is shown as it was typed', () => {
  const nodes = parseDocument('a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>')
  expect(tagsIn(nodes)).toEqual(['p', 'p', 'p'])
  expect(wordsOf(nodes)).toContain('<script>alert(1)</script>')
  expect(wordsOf(nodes)).toContain('<img src=x onerror=alert(1)>')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&#58;alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'other-guide',
])('a link to %s is shown as it was typed', (href) => {
  for (const markdown of [`[a](${href})`, `[a](<${href}>)`, `<${href}>`, `[a][b]\n\n[b]: ${href}`]) {
    expect(tagsIn(parseDocument(markdown)), markdown).not.toContain('a')
  }
})

test.each(['https://example.com/a?b=1', 'http://example.com', 'mailto:a@example.com', '/features', '#part'])(
  'a link may lead to %s',
  (href) => {
    expect(parseDocument(`[a](${href})`)).toEqual([{ tag: 'p', children: [{ tag: 'a', href, children: ['a'] }] }])
  },
)

test('pictures come from this server only', () => {
  expect(parseDocument('![a](/og/default.jpg)')).toEqual([
    { tag: 'p', children: [{ tag: 'img', src: '/og/default.jpg', alt: 'a' }] },
  ])
  for (const src of ['https://example.com/a.png', '//example.com/a.png', 'data:image/png;base64,x']) {
    expect(tagsIn(parseDocument(`![a](${src})`))).not.toContain('img')
  }
})

/** 200 KB of each, which a parser of Markdown may take minutes for or fail at. */
const repeated = (part: string): string => part.repeat(Math.floor((200 * 1024) / part.length))
test.each([
  ['quotation marks', repeated('>')],
  ['marks of emphasis', repeated('_a*')],
  ['paragraphs full of marks of emphasis', repeated(`${'_a*'.repeat(95)}\n\n`)],
  ['brackets', repeated('[')],
  ['angle brackets', repeated('<')],
  ['beginnings of links', repeated('[a](')],
  ['lists in lists', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['marks of lists in a line', repeated('- ')],
  ['a table of many rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(34_000)}`],
  ['a table of many columns', `|${'a|'.repeat(30_000)}\n|${'-|'.repeat(30_000)}\n`],
])('%s are read in a few seconds', { timeout: 30_000 }, (_, markdown) => {
  const begun = performance.now()
  expect(parseDocument(markdown).length).toBeGreaterThan(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
})
