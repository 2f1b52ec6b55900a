/** How a source came: typed or pasted, as a file, or as a file of a vault or a team space whose text a person sent. */
export const SOURCE_KINDS = ['pasted', 'file', 'vault'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

export const SOURCE_FORMATS = ['txt', 'md', 'csv', 'html'] as const
export type SourceFormat = (typeof SOURCE_FORMATS)[number]

export const SOURCE_LIMITS = {
  /** Maximum for one organisation. */
  sources: 50,
  nameCharacters: 200,
  bytes: 1024 * 1024,
  /** Maximum for one source. */
  sentences: 5000,
  /** Maximum for all sources of an organisation. */
  allSentences: 10_000,
  /** Longer ones are no quotations, and are left out. */
  quoteCharacters: 600,
  quoteWords: 4,
  /** Maximum for one section of a text. */
  facts: 3,
  headings: 20,
  headingCharacters: 200,
  /** Facts that a model is given for one text. */
  chosen: 20,
} as const

/** By what a sentence was found: its meaning, or the words it shares with a section. */
export type FoundBy = 'meaning' | 'words'

/** A sentence of a source that fits a section. */
export type Fact = {
  source: string
  /** Place of the sentence among those of its source, from 1. */
  no: number
  /** Name of its source. */
  name: string
  /** Such as "line 12". */
  place: string
  /** Verbatim, its white space apart. */
  text: string
  found_by: FoundBy
  /** From 0 to 1: the cosine of two meanings, or the share of the words of the section that the sentence has. */
  similarity: number
}
export type SectionFacts = { heading: string; facts: Fact[] }

const PLACES: Readonly<Record<SourceFormat, string>> = { txt: 'line', md: 'line', csv: 'row', html: 'paragraph' }

/** Where a sentence begins. */
export const placeOf = (format: SourceFormat, line: number): string => `${PLACES[format]} ${line}`

/** The format that the ending of a file says; undefined for one that is not read. */
export function formatOf(fileName: string): SourceFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (ending === 'htm') return 'html'
  if (ending === 'markdown') return 'md'
  return SOURCE_FORMATS.find((format) => format === ending)
}

/** How a fact was found, as a card says it. */
export const similarityOf = ({ found_by: by, similarity }: Pick<Fact, 'found_by' | 'similarity'>): string =>
  by === 'meaning'
    ? `similar in meaning: ${similarity.toFixed(2)}`
    : `found by words: ${Math.round(similarity * 100)} % of them`

/** A quotation with its source, as it is put into a text in Markdown. No tag of the source becomes one of the text. */
export const quotation = ({ text, name, place }: Pick<Fact, 'text' | 'name' | 'place'>): string =>
  `> “${plain(text)}”\n>\n> Source: ${plain(name)}, ${place}`

/** Escapes signs that make a tag, a link, an image or code of a text in Markdown. */
export const plain = (text: string): string => text.replaceAll(/[\\<[\]`]/g, String.raw`\$&`)
