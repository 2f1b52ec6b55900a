import { marked } from 'marked'
import type { Article, ArticleNode } from '../article.ts'
import { blockNodes, contentsOf, textOf } from './article-nodes.ts'
import { readFront } from './read-front.ts'

/**
 * Makes data of an article's Markdown.
 *
 * @param source front matter and Markdown; see `readFront` for the first.
 * @throws {Error} names the article and what it may not hold: HTML, images, links that are not https, a heading of the first level.
 */
export function compileArticle(slug: string, source: string): Article {
  try {
    const { front, markdown } = readFront(slug, source)
    const body = blockNodes(marked.lexer(markdown))
    return { front, body, contents: contentsOf(body) }
  } catch (cause) {
    throw new Error(`${slug}.md: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Words that are read: headings, sentences, lists, tables and captions, without code blocks. */
export function countWords(body: readonly ArticleNode[]): number {
  return body.reduce((sum, node) => sum + textOf([node]).split(/\s+/).filter(hasLetter).length, 0)
}

/** Technical prose is read slower than a novel. */
export const WORDS_PER_MINUTE = 160

function hasLetter(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word)
}
