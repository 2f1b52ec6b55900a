/** A text as data. Whatever draws it makes one element of each node and escapes every string, so nothing else can come out. */
export type DocumentNode = string | DocumentElement

export type DocumentElement =
  | { tag: PlainTag; children: DocumentNode[] }
  | { tag: 'h2' | 'h3'; id: string; children: DocumentNode[] }
  /** `href`: http(s), mailto, a path of this site or a place of this page. */
  | { tag: 'a'; href: string; children: DocumentNode[] }
  | { tag: 'ol'; start: number; children: DocumentNode[] }
  | { tag: 'th' | 'td'; align: 'start' | 'end'; children: DocumentNode[] }
  | { tag: 'pre'; language: string; text: string }
  /** `src`: a path of this site. */
  | { tag: 'img'; src: string; alt: string }
  | { tag: 'br' | 'hr' }

export type PlainTag =
  | 'p'
  | 'ul'
  | 'li'
  | 'strong'
  | 'em'
  | 'del'
  | 'code'
  | 'blockquote'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'

/** A line of the contents list. */
export type DocumentHeading = { id: string; text: string }

const INLINE = new Set(['strong', 'em', 'del', 'code', 'a'])

/** The headings of the second level. */
export function contentsOf(nodes: readonly DocumentNode[]): DocumentHeading[] {
  return nodes.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' ? [{ id: node.id, text: wordsOf(node.children) }] : [],
  )
}

/** The words of nodes, for search: blocks and cells stand apart, what stands inside a line does not. */
export function wordsOf(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.tag === 'pre') return `${node.text} `
      if (node.tag === 'img') return node.alt
      if (!('children' in node)) return ' '
      return INLINE.has(node.tag) ? wordsOf(node.children) : `${wordsOf(node.children)} `
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
}
