export const CONTENT_TYPES = ['blog', 'landing', 'adcopy', 'social'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]

export const CONTENT_LIMITS = {
  titleCharacters: 300,
  outlineCharacters: 20_000,
  keywordCharacters: 200,
  audienceCharacters: 500,
  metaCharacters: 500,
  tags: 20,
  tagCharacters: 60,
  contentBytes: 200 * 1024,
  /** So many versions of models a draft takes: none of them gives way, and people go on saving theirs. */
  modelVersions: 190,
} as const

/** Words that an adult reads in a minute; between what studies of silent reading find for English. */
const WORDS_PER_MINUTE = 225

/** Said of a text that was made without a language model. */
export const BRIEF_LABEL = 'No language model: brief'

/** Said of a text that a language model wrote, for good. */
export const modelLabel = (model: string): string => `Text written by model ${model}`

/** Said of a text of people in which a language model rewrote passages, for good. */
export const passageLabel = (model: string): string => `Text with passages rewritten by model ${model}`

export const wordsOf = (text: string): number =>
  text.match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0

/** Minutes, at least one. */
export const readMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))

/** The name of a file, without its ending. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  return slug === '' ? 'content' : slug
}

/** A text with what its file says of it. @param label of the text; undefined where a person wrote all of it */
export function markdownFile(
  { title, content, meta, keyword, tags }: MarkdownParts,
  label: string | undefined,
): string {
  const head = [
    `# ${title}`,
    ...(meta === '' ? [] : [`**Meta Description:** ${meta}`]),
    ...(keyword === '' ? [] : [`**Target Keyword:** ${keyword}`]),
    ...(tags.length === 0 ? [] : [`**Tags:** ${tags.join(', ')}`]),
    ...(label === undefined ? [] : [`*${label}*`]),
  ]
  const body = content.startsWith(`# ${title}\n`) ? content.slice(title.length + 3).trimStart() : content
  return `${head.join('\n\n')}\n\n---\n\n${body.trimEnd()}\n`
}
export type MarkdownParts = { title: string; content: string; meta: string; keyword: string; tags: readonly string[] }

/** Head of a file as `markdownFile` writes it, and nothing else: a text may have a line of its own. */
const FILE_HEAD = new RegExp(
  [
    /^# [^\n]*\n\n/,
    /(?:\*\*Meta Description:\*\* [^\n]*\n\n)?/,
    /(?:\*\*Target Keyword:\*\* [^\n]*\n\n)?/,
    /(?:\*\*Tags:\*\* [^\n]*\n\n)?/,
    /(?:\*(?:No language model: brief|Text (?:written|with passages rewritten) by model [^\n*]+)\*\n\n)?---\n\n/,
  ]
    .map(({ source }) => source)
    .join(''),
)

/** Text of a file as `markdownFile` makes it; undefined where it is no such file. */
export function textInFile(markdown: string): string | undefined {
  const head = FILE_HEAD.exec(markdown)?.[0]
  return head === undefined ? undefined : markdown.slice(head.length)
}

/** A text without the line at its end that names the model, as the function `ai-content-blog` answers it. */
export function withoutLabel(text: string, model: string): string {
  const label = `\n*${modelLabel(model)}*`
  const end = text.trimEnd()
  return end.endsWith(label) ? end.slice(0, -label.length) : text
}

/** The title in the first line of a text, and what follows it. */
export function titleAndBody(text: string): { title: string | null; body: string } {
  const [line, title = null] = /^# ([^\n]*)(?:\n|$)/.exec(text) ?? ['']
  return { title, body: text.slice(line.length).trim() }
}
