import { ORIGIN, type PageMeta } from './page-meta.ts'

/** Its picture in link previews, drawn by `npm run gallery -- --previews`. */
export function imageOf(path: string): string {
  return `/og/${path === '/' ? 'default' : path.slice(1).replaceAll('/', '-')}.jpg`
}

/** The elements of `<head>` for one page. @param path where it lives, without a slash at the end. */
export function pageHead(path: string, { title, description, publishedAt, feed, data = [] }: PageMeta): string {
  const address = ORIGIN + path
  const named: [name: string, content: string][] = [
    ['description', description],
    ['twitter:card', 'summary_large_image'],
  ]
  const properties: [property: string, content: string][] = [
    ['og:site_name', 'QuantumShield'],
    ['og:type', publishedAt ? 'article' : 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:image', ORIGIN + imageOf(path)],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ...(publishedAt ? [['article:published_time', publishedAt] as [string, string]] : []),
  ]
  return [
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${address}">`,
    ...named.map(([name, content]) => `<meta name="${name}" content="${escaped(content)}">`),
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`),
    `<link rel="alternate" type="application/rss+xml" title="QuantumShield blog" href="/blog/rss.xml">`,
    ...(feed
      ? [`<link rel="alternate" type="application/rss+xml" title="${escaped(feed.title)}" href="${feed.path}">`]
      : []),
    // A data block, not a script: `script-src` does not concern it. `<` could end it early.
    ...data.map(
      (block) => `<script type="application/ld+json">${JSON.stringify(block).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('\n    ')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
