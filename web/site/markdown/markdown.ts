/** A text in Markdown as data: React makes elements of it, the index of the search reads its words, and no HTML travels as a text. */
export type MarkdownNode = string | MarkdownElement

export type MarkdownElement =
  | { tag: PlainTag; children: MarkdownNode[] }
  | { tag: 'h2' | 'h3'; id: string; children: MarkdownNode[] }
  | { tag: 'a'; href: string; children: MarkdownNode[] }
  /** `info` is what stands behind the opening fence, such as `sh verify`. */
  | { tag: 'pre'; info: string; text: string }

export type PlainTag =
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'code'
  | 'blockquote'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
