import { Lexer, type Token, type Tokens } from 'marked'
import type { DocumentNode, PlainTag } from './document-nodes.ts'
import { wordsOf } from './document-nodes.ts'

/** Lists in quotations in lists: what lies deeper is shown as it was typed. */
const DEEPEST = 16
/** As deep may the marks at the start of a line go; the parser calls itself for each. */
const MARKS = /^(?:[ \t]*(?:>|[*+-]|\d{1,9}[.)])[ \t]?){64}/gm
/** Of one paragraph, cell or heading. Where marks belong to nothing, the parser takes time by the square of the text and the cube of its marks. */
const LONGEST_CHARACTERS = 8000
const MOST_MARKS = 200
const LINK = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i
const PICTURE = /^\/(?![/\\])[^\s\\]*$/
const INLINE_TAG: Readonly<Record<string, PlainTag>> = { strong: 'strong', em: 'em', del: 'del' }

/** Ids that headings have already. */
type Ids = Map<string, number>

/**
 * Makes nodes of the Markdown that somebody typed. What is not known here is shown as it was typed: raw HTML, links to other schemes than
 * http(s) and mailto, pictures from elsewhere. The page has the heading of the first level itself, so the first two levels become the second.
 */
export function parseDocument(markdown: string): DocumentNode[] {
  // One space before the marks makes them words.
  const text = markdown.replaceAll('\r\n', '\n').replaceAll(MARKS, (marks) => `\u200B${marks}`)
  return blockNodes(new PatientLexer({ gfm: true }).lex(text), new Map(), 0)
}

/** Leaves what is too long for it as it was typed. */
class PatientLexer extends Lexer {
  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const marks = text.match(/[*_~]+/g)?.length ?? 0
    if (text.length <= LONGEST_CHARACTERS && marks <= MOST_MARKS) return super.inlineTokens(text, tokens)
    tokens.push({ type: 'text', raw: text, text, escaped: false })
    return tokens
  }
}

function blockNodes(tokens: readonly Token[], ids: Ids, depth: number): DocumentNode[] {
  return tokens.flatMap((token) => {
    if (depth > DEEPEST) return [token.raw]
    const node = blockNode(token, ids, depth)
    return node === null ? [] : [node]
  })
}

function blockNode(token: Tokens.Generic, ids: Ids, depth: number): DocumentNode | null {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return heading(token as Tokens.Heading, ids)
    case 'paragraph':
    case 'text':
      return { tag: 'p', children: inlineNodes(token.tokens ?? []) }
    case 'code':
      return { tag: 'pre', language: languageOf((token as Tokens.Code).lang), text: (token as Tokens.Code).text }
    case 'blockquote':
      return { tag: 'blockquote', children: blockNodes(token.tokens ?? [], ids, depth + 1) }
    case 'list':
      return list(token as Tokens.List, ids, depth)
    case 'table':
      return table(token as Tokens.Table)
    case 'hr':
      return { tag: 'hr' }
    default:
      return { tag: 'p', children: [token.raw.trim()] }
  }
}

function heading({ depth, tokens }: Tokens.Heading, ids: Ids): DocumentNode {
  const children = inlineNodes(tokens)
  const name =
    wordsOf(children)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'part'
  const before = ids.get(name) ?? 0
  ids.set(name, before + 1)
  const id = before === 0 ? name : `${name}-${before + 1}`
  return { tag: depth <= 2 ? 'h2' : 'h3', id, children }
}

const languageOf = (info: string | undefined): string => /^[\w+#.-]{1,30}/.exec(info ?? '')?.[0] ?? ''

function list({ ordered, start, items }: Tokens.List, ids: Ids, depth: number): DocumentNode {
  const children = items.map(({ tokens }): DocumentNode => ({ tag: 'li', children: itemNodes(tokens, ids, depth + 1) }))
  return ordered ? { tag: 'ol', start: Number(start) || 1, children } : { tag: 'ul', children }
}

/** A tight list has texts, a loose one paragraphs. */
function itemNodes(tokens: readonly Token[], ids: Ids, depth: number): DocumentNode[] {
  return tokens.flatMap((token) => {
    const { type } = token
    if (type === 'checkbox') return [(token as Tokens.Checkbox).checked ? '☑ ' : '☐ ']
    return type === 'text' ? inlineNodes((token as Tokens.Text).tokens ?? []) : blockNodes([token], ids, depth)
  })
}

function table({ header, align, rows }: Tokens.Table): DocumentNode {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td'): DocumentNode => ({
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

function inlineNodes(tokens: readonly Token[], depth = 0): DocumentNode[] {
  if (depth > DEEPEST) return tokens.map(({ raw }) => raw)
  return tokens.flatMap((token) => inlineNode(token as Tokens.Generic, depth))
}

function inlineNode(token: Tokens.Generic, depth: number): DocumentNode[] {
  const inside = () => inlineNodes(token.tokens ?? [], depth + 1)
  const tag = INLINE_TAG[token.type]
  if (tag) return [{ tag, children: inside() }]
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.tokens ? inside() : [(token as Tokens.Text).text.replaceAll('\n', ' ')]
    case 'codespan':
      return [{ tag: 'code', children: [(token as Tokens.Codespan).text] }]
    case 'br':
      return [{ tag: 'br' }]
    case 'link': {
      const { href } = token as Tokens.Link
      return LINK.test(href) ? [{ tag: 'a', href, children: inside() }] : [token.raw]
    }
    case 'image': {
      const { href, text } = token as Tokens.Image
      return PICTURE.test(href) ? [{ tag: 'img', src: href, alt: text }] : [token.raw]
    }
    default:
      return [token.raw]
  }
}
