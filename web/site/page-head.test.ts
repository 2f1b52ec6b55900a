import { expect, test } from 'vitest'
import { pageHead } from './page-head.ts'

test('what a page says about itself cannot end an attribute, the title or the data block', () => {
  const head = pageHead('/blog/x', {
    title: `"><script>alert(1)</script>`,
    description: `a & b "c" <d>`,
    publishedAt: '2025-01-22',
    data: [{ headline: '</script><script>alert(1)</script>' }],
  })
  expect(head).not.toContain('<script>alert')
  expect(head.match(/<\/script>/g)).toHaveLength(1)
  expect(head).toContain('content="a &#38; b &#34;c&#34; &#60;d&#62;"')
  expect(head).toContain('<meta property="og:type" content="article">')
  expect(head).toContain('<meta property="og:image" content="https://origin.invalid/og/blog-x.jpg">')
  expect(JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? '')).toEqual({
    headline: '</script><script>alert(1)</script>',
  })
})

test('a page with a feed of its own names it', () => {
  const head = pageHead('/status', {
    title: 'Status',
    description: '…',
    feed: { title: 'Status', path: '/status/rss.xml' },
  })
  expect(head).toContain('<link rel="alternate" type="application/rss+xml" title="Status" href="/status/rss.xml">')
})
