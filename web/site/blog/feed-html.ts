import { blog } from '#web/messages/site/blog.ts'
import type { ArticleNode } from './article.ts'
import { isElsewhere } from '../../ui/site/site-link.tsx'

type Place = { page: string; origin: string }

/** An article's text as HTML for readers of feeds: whole addresses, and of a figure its caption, since it is drawn on the page. */
export function feedHtml(nodes: readonly ArticleNode[], place: Place): string {
  return nodes.map((node) => htmlOf(node, place)).join('')
}

function htmlOf(node: ArticleNode, place: Place): string {
  if (typeof node === 'string') return escaped(node)
  if (node.tag === 'pre') return `<pre><code>${escaped(node.text)}</code></pre>`
  const inner = feedHtml(node.children, place)
  if (node.tag === 'figure') return `<p><em>${blog.figureInFeed}: ${inner}</em></p>`
  if (node.tag !== 'a') return `<${node.tag}>${inner}</${node.tag}>`
  const address = isElsewhere(node.href)
    ? node.href
    : node.href.startsWith('#')
      ? place.page + node.href
      : place.origin + node.href
  return `<a href="${escaped(address)}">${inner}</a>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
