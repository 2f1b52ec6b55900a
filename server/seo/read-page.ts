import { parseHtml } from '../html.ts'

/** What a page says to somebody who reads it by program. */
export type ReadPage = {
  titles: string[]
  description: string | undefined
  robots: string
  language: string
  canonicals: string[]
  headings: string[]
  /** Of links that people follow, as they were written. */
  links: string[]
  /** Sources of images without an `alt`; an empty one says that a picture is decoration. */
  imagesWithoutText: string[]
  /** Texts of `application/ld+json`. */
  structuredData: string[]
  previews: Set<string>
  words: number
}

/** Elements whose text nobody reads. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** Reads a document as a stream of tags, also one that is not well formed; one that is nested too deep until there. */
export function readPage(html: string): ReadPage {
  const page: ReadPage = {
    titles: [],
    description: undefined,
    robots: '',
    language: '',
    canonicals: [],
    headings: [],
    links: [],
    imagesWithoutText: [],
    structuredData: [],
    previews: new Set(),
    words: 0,
  }
  const open: string[] = []
  /** Collects the text of a title, a heading or structured data, while it is open. */
  let collected: { name: string; into: string[]; text: string } | undefined
  let text = ''
  parseHtml(html, {
    onopentag(name, attributes) {
      open.push(name)
      noteTag(page, name, attributes)
      const into = intoOf(page, name, attributes, open)
      if (into) collected = { name, into, text: '' }
    },
    ontext(part) {
      if (collected) collected.text += part
      if (open.includes('body') && !open.some((name) => SILENT.has(name))) text += `${part} `
    },
    onclosetag(name) {
      open.splice(open.lastIndexOf(name))
      if (collected?.name !== name) return
      collected.into.push(collected.text.replace(/\s+/g, ' ').trim())
      collected = undefined
    },
  })
  page.words = text.split(/\s+/).filter(Boolean).length
  return page
}

function intoOf(
  page: ReadPage,
  name: string,
  attributes: Record<string, string>,
  open: readonly string[],
): string[] | undefined {
  // A picture may have a title as well.
  if (name === 'title') return open.includes('head') ? page.titles : undefined
  if (name === 'h1') return page.headings
  return name === 'script' && attributes['type'] === 'application/ld+json' ? page.structuredData : undefined
}

function noteTag(page: ReadPage, tag: string, attributes: Record<string, string>): void {
  if (tag === 'html') page.language = (attributes['lang'] ?? '').trim()
  if (tag === 'a' && attributes['href'] !== undefined) page.links.push(attributes['href'])
  if (tag === 'link' && (attributes['rel'] ?? '').toLowerCase() === 'canonical')
    page.canonicals.push(attributes['href'] ?? '')
  if (tag === 'img' && attributes['alt'] === undefined) page.imagesWithoutText.push(attributes['src'] ?? '')
  if (tag !== 'meta') return
  const content = (attributes['content'] ?? '').trim()
  const name = (attributes['name'] ?? attributes['property'] ?? '').toLowerCase()
  if (name === 'description') page.description ??= content
  if (name === 'robots') page.robots = content.toLowerCase()
  if (name.startsWith('og:') && content) page.previews.add(name)
}
