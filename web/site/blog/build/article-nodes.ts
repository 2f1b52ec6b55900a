import { Lexer, type Token, type Tokens } from 'marked'
import type { ArticleHeading, ArticleNode, PlainTag } from '../article.ts'

const FIGURE = /^:::figure ([a-z-]+) (\S.*)$/
const INLINE_TAG: Readonly<Record<string, PlainTag>> = { strong: 'strong', em: 'em' }

/** Blocks of Markdown as nodes. Whatever is not listed here is refused: raw HTML first of all. */
export function blockNodes(tokens: readonly Token[]): ArticleNode[] {
  return tokens.flatMap((token) => blockNode(token as Tokens.Generic) ?? [])
}

/** The lines of the contents list. */
export function contentsOf(body: readonly ArticleNode[]): ArticleHeading[] {
  return body.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' ? [{ id: node.id, text: textOf(node.children) }] : [],
  )
}

/** The words of nodes, without those of code blocks. */
export function textOf(nodes: readonly ArticleNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : 'children' in node ? wordsOf(node) : '')).join('')
}

/** Cells and blocks stand apart; what stands inside a line does not. */
function wordsOf(node: { tag: string; children: ArticleNode[] }): string {
  const isInline = ['strong', 'em', 'code', 'a'].includes(node.tag)
  return isInline ? textOf(node.children) : `${textOf(node.children)} `.trimStart()
}

function blockNode(token: Tokens.Generic): ArticleNode | null {
  switch (token.type) {
    case 'space':
      return null
    case 'heading':
      return heading(token as Tokens.Heading)
    case 'paragraph':
      return figure(token as Tokens.Paragraph) ?? { tag: 'p', children: inlineNodes(token.tokens ?? []) }
    case 'code':
      return { tag: 'pre', language: (token['lang'] as string | undefined) ?? '', text: (token as Tokens.Code).text }
    case 'blockquote':
      return { tag: 'blockquote', children: blockNodes(token.tokens ?? []) }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return {
        tag: ordered ? 'ol' : 'ul',
        children: items.map(({ tokens }) => ({ tag: 'li', children: itemNodes(tokens) })),
      }
    }
    case 'table':
      return table(token as Tokens.Table)
    default:
      throw new Error(`"${token.type}" is not allowed: ${token.raw.slice(0, 60)}`)
  }
}

function heading({ depth, tokens }: Tokens.Heading): ArticleNode {
  if (depth !== 2 && depth !== 3)
    throw new Error(`a heading of level ${depth}; the page has the first, articles have 2 and 3`)
  const children = inlineNodes(tokens)
  const id = textOf(children)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return { tag: depth === 2 ? 'h2' : 'h3', id, children }
}

/** `:::figure name Caption.` on a line of its own. */
function figure({ raw }: Tokens.Paragraph): ArticleNode | null {
  if (!raw.startsWith(':::')) return null
  const [, name, caption] = FIGURE.exec(raw.trim()) ?? []
  if (!name || !caption) throw new Error(`not a figure with a name and a caption: ${raw.slice(0, 60)}`)
  return { tag: 'figure', name, children: inlineNodes(Lexer.lexInline(caption)) }
}

function table({ header, align, rows }: Tokens.Table): ArticleNode {
  const cells = (row: Tokens.TableCell[], tag: 'th' | 'td'): ArticleNode => ({
    tag: 'tr',
    children: row.map(({ tokens }, column) => ({
      tag,
      align: align[column] === 'right' ? 'end' : 'start',
      children: inlineNodes(tokens),
    })),
  })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [cells(header, 'th')] },
      { tag: 'tbody', children: rows.map((row) => cells(row, 'td')) },
    ],
  }
}

/** A tight list has texts, a loose one paragraphs. */
function itemNodes(tokens: readonly Token[]): ArticleNode[] {
  return tokens.flatMap((token) =>
    token.type === 'text' ? inlineNodes((token as Tokens.Text).tokens ?? []) : blockNodes([token]),
  )
}

function inlineNodes(tokens: readonly Token[]): ArticleNode[] {
  return tokens.map((token) => inlineNode(token as Tokens.Generic))
}

function inlineNode(token: Tokens.Generic): ArticleNode {
  const tag = INLINE_TAG[token.type]
  if (tag) return { tag, children: inlineNodes(token.tokens ?? []) }
  switch (token.type) {
    case 'text':
    case 'escape':
      return typographic((token as Tokens.Text).text.replaceAll('\n', ' '))
    case 'codespan':
      return { tag: 'code', children: [(token as Tokens.Codespan).text] }
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      // Of this site, or of a source elsewhere; nothing that a browser would run.
      if (!/^([/#]|https:\/\/)/.test(href)) throw new Error(`a link that is neither of this site nor https: ${href}`)
      return { tag: 'a', href, children: inlineNodes(tokens) }
    }
    default:
      throw new Error(`"${token.type}" is not allowed: ${token.raw.slice(0, 60)}`)
  }
}

/** Quotation marks and apostrophes as they are printed. A mark opens at the start and after a space or bracket, otherwise it closes. */
export function typographic(text: string): string {
  return text
    .replaceAll(/(^|[\s(])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll("'", '’')
}
