import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { imageOf, pageHead } from './page-head.ts'

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

test.each([
  ['/blog', 'blog/articles'],
  ['/documentation', 'documentation/guides'],
])('every page below %s has a picture of its own for link previews', (address, folder) => {
  const slugs = fs.readdirSync(path.join(import.meta.dirname, folder)).map((file) => path.parse(file).name)
  const images = [address, ...slugs.map((slug) => `${address}/${slug}`)].map(imageOf)
  expect(new Set(images).size).toBe(slugs.length + 1)
  const there = (image: string) => fs.existsSync(path.join(import.meta.dirname, '../public', image))
  expect(images.filter((image) => !there(image))).toEqual([])
})
