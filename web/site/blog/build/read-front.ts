import type { ArticleFront } from '../article.ts'
import { typographic } from './article-nodes.ts'

const CTA = ['sign-up', 'demo', 'pricing'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const KEYS = ['title', 'short', 'description', 'date', 'written', 'updated', 'readTime', 'category', 'featured', 'cta']

/**
 * Takes the front matter off: lines of `name: value` between two lines of `---`. A value goes to the end of its line.
 *
 * @throws {Error} a line that is missing, unknown or not what it should be.
 */
export function readFront(slug: string, source: string): { front: ArticleFront; markdown: string } {
  const [, head = '', markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  if (markdown === undefined) throw new Error('front matter is missing')
  const lines = new Map(head.split('\n').map(splitLine))
  for (const key of lines.keys()) if (!KEYS.includes(key)) throw new Error(`unknown front matter "${key}"`)

  const text = (key: string) => lines.get(key) || refuse(`front matter "${key}" is missing`)
  const day = (key: string) => (DAY.test(text(key)) ? text(key) : refuse(`"${key}" is not a day`))
  const front: ArticleFront = {
    slug,
    title: typographic(text('title')),
    short: typographic(text('short')),
    description: typographic(text('description')),
    date: day('date'),
    written: day('written'),
    readTime: Number(text('readTime')) || refuse('"readTime" is not a number of minutes'),
    category: text('category'),
    featured: lines.get('featured') === 'true',
    cta: CTA.find((cta) => cta === text('cta')) ?? refuse(`"cta" is none of ${CTA.join(', ')}`),
    ...(lines.has('updated') ? { updated: day('updated') } : {}),
  }
  return { front, markdown }
}

function splitLine(line: string): [string, string] {
  const at = line.indexOf(': ')
  return at < 0 ? refuse(`"${line}" is not "name: value"`) : [line.slice(0, at), line.slice(at + 2).trim()]
}

function refuse(reason: string): never {
  throw new Error(reason)
}
