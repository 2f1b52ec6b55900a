import { marked, type Token, type Tokens } from 'marked'
import type { MarkdownNode, PlainTag } from '../markdown.ts'

const INLINE: Readonly<Record<string, PlainTag>> = { strong: 'strong', em: 'em' }

/** @throws {Error} for what a text may not hold: HTML, images, links that leave the site, a heading of the first level. */
export function markdownNodes(markdown: string): MarkdownNode[] {
  return blocks(marked.lexer(markdown))
}

/** The words of nodes, without those of code blocks. */
export function textOf(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : 'children' in node ? wordsOf(node.tag, node.children) : ''))
    .join('')
}

/** Cells and blocks stand apart; what stands inside a line does not. */
function wordsOf(tag: string, children: MarkdownNode[]): string {
  return ['strong', 'em', 'code', 'a'].includes(tag) ? textOf(children) : `${textOf(children)} `
}

function blocks(tokens: readonly Token[]): MarkdownNode[] {
  return tokens.flatMap((token) => (token.type === 'space' ? [] : [block(token as Tokens.Generic)]))
}

function block(token: Tokens.Generic): MarkdownNode {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading)
    case 'paragraph':
      return { tag: 'p', children: inline(token.tokens) }
    case 'text':
      return { tag: 'p', children: inline(token.tokens) }
    case 'code':
      return { tag: 'pre', info: (token as Tokens.Code).lang ?? '', text: (token as Tokens.Code).text }
    case 'blockquote':
      return { tag: 'blockquote', children: blocks(token.tokens ?? []) }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return {
        tag: ordered ? 'ol' : 'ul',
        children: items.map(({ tokens }) => ({ tag: 'li', children: tokens.flatMap(itemPart) })),
      }
    }
    case 'table':
      return table(token as Tokens.Table)
    default:
      throw new Error(`"${token.type}" is not allowed: ${token.raw.slice(0, 60)}`)
  }
}

/** A tight list has texts, a loose one paragraphs. */
function itemPart(token: Token): MarkdownNode[] {
  return token.type === 'text' ? inline((token as Tokens.Text).tokens) : blocks([token])
}

function heading({ depth, tokens }: Tokens.Heading): MarkdownNode {
  if (depth !== 2 && depth !== 3) throw new Error(`a heading of level ${depth}; the page has the first`)
  const children = inline(tokens)
  const id = textOf(children)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return { tag: depth === 2 ? 'h2' : 'h3', id, children }
}

function table({ header, rows }: Tokens.Table): MarkdownNode {
  const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): MarkdownNode => ({
    tag: 'tr',
    children: cells.map(({ tokens }) => ({ tag, children: inline(tokens) })),
  })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [row(header, 'th')] },
      { tag: 'tbody', children: rows.map((cells) => row(cells, 'td')) },
    ],
  }
}

function inline(tokens: readonly Token[] = []): MarkdownNode[] {
  return tokens.map((token) => inlineNode(token as Tokens.Generic))
}

function inlineNode(token: Tokens.Generic): MarkdownNode {
  const tag = INLINE[token.type]
  if (tag) return { tag, children: inline(token.tokens) }
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text.replaceAll('\n', ' ')
    case 'codespan':
      return { tag: 'code', children: [(token as Tokens.Codespan).text] }
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      if (!/^[/#]/.test(href)) throw new Error(`a link that leaves the site: ${href}`)
      return { tag: 'a', href, children: inline(tokens) }
    }
    default:
      throw new Error(`"${token.type}" is not allowed: ${token.raw.slice(0, 60)}`)
  }
}
