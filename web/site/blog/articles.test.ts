import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ArticleNode } from './article.ts'
import { articleMeta } from './article-meta.ts'
import { datesOf } from './article-dates.ts'
import { textOf } from './build/article-nodes.ts'
import { isElsewhere } from '../../ui/site/site-link.tsx'
import { componentOf, figureNames } from './build/article-plugin.ts'
import { compileArticle, countWords, WORDS_PER_MINUTE } from './build/compile-article.ts'

const FOLDER = path.join(import.meta.dirname, 'articles')
const SLUGS = [
  'ai-powered-threat-detection-quantum',
  'blockchain-audit-trails-quantum-compliance',
  'cybersecurity-future-convergence',
  'fortune-500-case-study-quantumshield',
  'healthcare-compliance-quantum-era',
  'hybrid-kyber-aes-encryption-guide',
  'iot-security-post-quantum-world',
  'nist-pqc-standards-2025',
  'quantum-threat-landscape-2025',
]
const CATEGORIES = [
  'AI & Security',
  'Case Study',
  'Compliance',
  'Future Tech',
  'Healthcare',
  'Implementation',
  'IoT Security',
  'Quantum Security',
  'Standards & Compliance',
]
const PAGES = [
  '/proof',
  '/',
  '/features',
  '/solutions',
  '/pricing',
  '/investors',
  '/documentation',
  '/compliance',
  '/status',
]
const GUIDES = fs
  .readdirSync(path.join(import.meta.dirname, '../documentation/guides'))
  .map((file) => `/documentation/${file.replace(/\.md$/, '')}`)

const articles = fs
  .readdirSync(FOLDER)
  .sort()
  .map((file) => compileArticle(file.replace(/\.md$/, ''), fs.readFileSync(path.join(FOLDER, file), 'utf8')))
const each = articles.map((article) => [article.front.slug, article] as const)

test('nine articles, each with a category of its own', () => {
  expect(articles.map(({ front }) => front.slug)).toEqual(SLUGS)
  expect(articles.map(({ front }) => front.category).sort(compareText)).toEqual(CATEGORIES.toSorted(compareText))
})

test('nine different days from 3 to 22 January 2025, the featured one last', () => {
  const days = articles.map(({ front }) => front.date).sort()
  expect(new Set(days).size).toBe(9)
  expect(days[0]).toBe('2025-01-03')
  expect(days.at(-1)).toBe('2025-01-22')
  const featured = articles.filter(({ front }) => front.featured)
  expect(featured.map(({ front }) => front.date)).toEqual(['2025-01-22'])
})

test.each(each)('%s is as long as it says', (_, { front, body }) => {
  const words = countWords(body)
  expect(words).toBeGreaterThanOrEqual(900)
  expect(words).toBeLessThanOrEqual(1600)
  expect(front.readTime).toBeGreaterThanOrEqual(6)
  expect(front.readTime).toBeLessThanOrEqual(10)
  expect(Math.abs(front.readTime - words / WORDS_PER_MINUTE)).toBeLessThanOrEqual(1)
})

test.each(each)('%s fits into lists of results and has parts that can be named', (_, { front, contents }) => {
  expect(front.description.length).toBeLessThanOrEqual(200)
  expect(contents.length).toBeGreaterThanOrEqual(5)
  expect(new Set(contents.map(({ id }) => id)).size).toBe(contents.length)
  expect(contents.at(-1)?.text).toBe('Sources')
})

test.each(each)('%s has a figure, and each figure it names is drawn', async (_, { body }) => {
  const names = figureNames(body)
  expect(names.length).toBeGreaterThanOrEqual(1)
  for (const name of names) {
    const drawn = (await import(`./figures/${name}.tsx`)) as Record<string, unknown>
    expect(drawn[componentOf(name)], name).toBeTypeOf('function')
  }
})

test.each(each)('%s links to pages that exist', (_, article) => {
  const targets = links(article.body).filter((target) => !isElsewhere(target))
  const known = new Set([...PAGES, ...GUIDES, ...SLUGS.map((slug) => `/blog/${slug}`)])
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !known.has(target))).toEqual([])
  expect(targets).not.toContain(`/blog/${article.front.slug}`)
})

test.each(each)('%s links each source that it names', (_, { body }) => {
  const list = body.at(-1)
  if (typeof list !== 'object' || list.tag !== 'ul') throw new Error('no list of sources at the end')
  for (const item of list.children) {
    const sources = textOf([item]).split(';')
    expect(links([item]).length, textOf([item])).toBeGreaterThanOrEqual(sources.length - 1 || 1)
  }
  expect(links([list]).filter(isElsewhere).length).toBeGreaterThan(0)
})

test.each(each)('%s says when it was written, and claims no history of its own', (slug, { front }) => {
  expect([front.written, front.updated]).toEqual([
    expect.stringMatching(/^2026-11-\d\d$/),
    expect.stringMatching(/^2026-11-\d\d$/),
  ])
  const published = JSON.stringify(articleMeta(front))
  expect(published).toContain(`"datePublished":"${front.written}"`)
  expect(published).not.toContain(front.date)
  expect(datesOf(front)).toContain('the date of the editorial plan')
  const text = fs.readFileSync(path.join(FOLDER, `${slug}.md`), 'utf8')
  expect(text).not.toMatch(/today, \d|months on\b|as it was written|first appeared|was rewritten/i)
})

test.each(each)('%s says in a note what is true today, and praises nothing', (slug, { body }) => {
  const text = fs.readFileSync(path.join(FOLDER, `${slug}.md`), 'utf8')
  expect(body.some((node) => typeof node !== 'string' && node.tag === 'blockquote')).toBe(true)
  expect(text).toMatch(/> \*\*As of November 2026\.\*\*/)
  expect(text).not.toMatch(/military-grade|unbreakable|next-generation|revolutionary|seamless|bank-level|100 %/i)
})

function links(nodes: readonly ArticleNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || !('children' in node)) return []
    return [...(node.tag === 'a' ? [node.href] : []), ...links(node.children)]
  })
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : 1
}
