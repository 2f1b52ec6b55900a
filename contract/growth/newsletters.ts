/** What people of an organisation and their server agree on about newsletters. */
export const NEWSLETTER_STATES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

/** A newsletter is a list of these, and nothing else: no markup of anybody is ever sent. */
export type Block =
  | { kind: 'heading'; text: string }
  /** Paragraphs; `[words](https://address)` is a link. */
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'divider' }
export const BLOCK_KINDS = ['heading', 'text', 'button', 'divider'] as const satisfies Block['kind'][]

export const NEWSLETTER_LIMITS = {
  subjectCharacters: 150,
  footerCharacters: 500,
  blocks: 50,
  headingCharacters: 200,
  textCharacters: 5000,
  labelCharacters: 60,
  urlCharacters: 2000,
  links: 100,
  perHour: { min: 1, max: 10_000, usual: 500 },
  /** All newsletters of an organisation together. */
  organisationPerHour: { min: 1, max: 100_000, usual: 1000 },
} as const

/** What is done with a newsletter as a whole. */
export const NEWSLETTER_ACTS = ['pause', 'resume', 'cancel', 'draft', 'remove'] as const
export type NewsletterAct = (typeof NEWSLETTER_ACTS)[number]

/** A piece of a text: words, and where they lead. */
export type TextPart = { words: string; url: string | null }

const LINK = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)/g

/** The text with its links. What only looks like a link stays as it is written. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: whole, 1: words = '', 2: url = '', index } of text.matchAll(LINK)) {
    if (!isWebAddress(url)) continue
    if (index > from) parts.push({ words: text.slice(from, index), url: null })
    parts.push({ words, url })
    from = index + whole.length
  }
  if (from < text.length) parts.push({ words: text.slice(from), url: null })
  return parts
}

/** An address that a newsletter may lead to: of the web, without a name and a password in it. */
export function isWebAddress(text: string): boolean {
  if (text.length > NEWSLETTER_LIMITS.urlCharacters || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname !== ''
}

/** Every address that the blocks lead to, once, in their order. */
export function linksOf(blocks: readonly Block[]): string[] {
  const all = blocks.flatMap((block) => {
    if (block.kind === 'button') return [block.url]
    return block.kind === 'text' ? partsOf(block.text).flatMap(({ url }) => (url === null ? [] : [url])) : []
  })
  return [...new Set(all)]
}
