import { marked } from 'marked'
import type { ArticleNode } from '../../blog/article.ts'
import { blockNodes, contentsOf, textOf } from '../../blog/build/article-nodes.ts'
import { CATEGORIES, type GuideFront, type GuideModule, LEVELS } from '../guide.ts'
import type { Section } from '../search-options.ts'

const KEYS = ['title', 'description', 'category', 'level', 'order']
/** Shown below a result. */
const START_CHARACTERS = 160

/**
 * Makes data of a guide's Markdown: lines of `name: value` between two lines of `---`, then the text.
 *
 * @throws {Error} names the guide and what is wrong with it.
 */
export function compileGuide(slug: string, source: string): GuideModule {
  try {
    const [, head = '', markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
    if (markdown === undefined) throw new Error('front matter is missing')
    const body = blockNodes(marked.lexer(markdown))
    return { front: readFront(slug, head), contents: contentsOf(body), body }
  } catch (cause) {
    throw new Error(`${slug}.md: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function readFront(slug: string, head: string): GuideFront {
  const lines = new Map(head.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^[^:]*: /, '')]))
  for (const key of lines.keys()) if (!KEYS.includes(key)) throw new Error(`unknown front matter "${key}"`)
  const text = (key: string): string => lines.get(key) || refuse(`front matter "${key}" is missing`)
  return {
    slug,
    title: text('title'),
    description: text('description'),
    category:
      CATEGORIES.find((one) => one === text('category')) ?? refuse(`"category" is none of ${CATEGORIES.join(', ')}`),
    level: LEVELS.find((one) => one === text('level')) ?? refuse(`"level" is none of ${LEVELS.join(', ')}`),
    order: /^\d+$/.test(text('order')) ? Number(text('order')) : refuse('"order" is not a number'),
  }
}

/** What the search finds: the parts of a guide, each with the words of its code as well. */
export function sectionsOf({ front, body }: GuideModule): Section[] {
  const parts: { id: string; heading: string; nodes: ArticleNode[] }[] = [{ id: '', heading: '', nodes: [] }]
  for (const node of body) {
    if (typeof node !== 'string' && node.tag === 'h2')
      parts.push({ id: node.id, heading: textOf(node.children), nodes: [] })
    else parts.at(-1)?.nodes.push(node)
  }
  return parts
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, heading, nodes }) => {
      const words = textOf(nodes).trim()
      const code = nodes.flatMap((node) => (typeof node !== 'string' && node.tag === 'pre' ? [node.text] : []))
      const anchor = id === '' ? front.slug : `${front.slug}#${id}`
      const text = [front.description, words, ...code].join(' ')
      return {
        id: anchor,
        slug: front.slug,
        title: front.title,
        heading,
        text,
        start: startOf(words || front.description),
      }
    })
}

function startOf(words: string): string {
  if (words.length <= START_CHARACTERS) return words
  return `${words.slice(0, words.lastIndexOf(' ', START_CHARACTERS))} …`
}

function refuse(reason: string): never {
  throw new Error(reason)
}
