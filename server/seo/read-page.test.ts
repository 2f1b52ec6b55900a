import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const HTML = `<!doctype html><html lang=" en "><head>
<title>One &amp; only
 title</title><meta name="Description" content=" What it is. "><meta name="robots" content="NoIndex, follow">
<meta property="og:title" content="x"><meta property="og:image" content="">
<link rel="canonical" href="https://site.test/a"><script type="application/ld+json">{"a": 1}</script></head>
<body><svg><title>A picture</title></svg><h1>Main <b>heading</b></h1><p>Three plain words</p>
<script>not words</script><a href="/b?x=1#y">link</a><a name="no-link">x</a>
<img src="/1.png"><img src="/2.png" alt=""><h1>Second</h1></body></html>`

test('what a page says is read', () => {
  expect(readPage(HTML)).toEqual({
    titles: ['One & only title'],
    description: 'What it is.',
    robots: 'noindex, follow',
    language: 'en',
    canonicals: ['https://site.test/a'],
    headings: ['Main heading', 'Second'],
    links: ['/b?x=1#y'],
    imagesWithoutText: ['/1.png'],
    structuredData: ['{"a": 1}'],
    previews: new Set(['og:title']),
    words: 8,
  })
})

test('a document that is not well formed is read to its end', () => {
  const page = readPage('<html><body><h1>Open <p>words</h1><a href=/x>one</a></div><h1>last')
  expect(page).toMatchObject({ links: ['/x'], titles: [], description: undefined, language: '' })
  expect(page.headings).toEqual(['Open words', 'last'])
})
