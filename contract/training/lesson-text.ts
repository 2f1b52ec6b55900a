/** Words within a line. */
export type Inline =
  | string
  | { tag: 'strong' | 'em'; children: Inline[] }
  | { tag: 'code'; text: string }
  | { tag: 'a'; href: string; children: Inline[] }

export type LessonBlock =
  | { tag: 'h2' | 'h3' | 'p' | 'blockquote'; children: Inline[] }
  | { tag: 'ul' | 'ol'; items: Inline[][] }
  | { tag: 'pre'; text: string }
  | { tag: 'table'; head: Inline[][]; rows: Inline[][][] }

// Lengths are limited so that a text of opening marks takes no longer than another one.
const MARK =
  /`([^`\n]{1,300})`|\*\*([^*\n]{1,500})\*\*|\*([^*\s][^*\n]{0,500})\*|\[([^\]\n]{1,300})\]\(([^()\s]{1,1000})\)/g
const BULLET = /^[-*] +/
const NUMBER = /^\d{1,3}\. +/
const RULE = /^[\s|:-]+$/

/**
 * The text of a lesson as blocks: the part of Markdown that lessons use. What is not listed here, HTML first of all, is words.
 * Links lead to `https://` addresses or to paths of this site; others are words as well.
 */
export function readLesson(text: string): LessonBlock[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: LessonBlock[] = []
  for (let at = 0; at < lines.length;) {
    const { block, next } = readBlock(lines, at)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

type Read = { block: LessonBlock | undefined; next: number }

function readBlock(lines: readonly string[], from: number): Read {
  const line = lines[from] ?? ''
  if (line.trim() === '') return { block: undefined, next: from + 1 }
  if (line.startsWith('```')) return readCode(lines, from)
  const [, marks, title] = /^(#{2,3}) +(.*)$/.exec(line) ?? []
  if (marks !== undefined && title !== undefined) {
    return { block: { tag: marks === '##' ? 'h2' : 'h3', children: readInline(title) }, next: from + 1 }
  }
  const next = endOf(lines, from)
  const own = lines.slice(from, next)
  if (BULLET.test(line)) return { block: { tag: 'ul', items: itemsOf(own, BULLET) }, next }
  if (NUMBER.test(line)) return { block: { tag: 'ol', items: itemsOf(own, NUMBER) }, next }
  if (line.startsWith('|') && RULE.test(own[1] ?? '')) return { block: tableOf(own), next }
  if (line.startsWith('>')) {
    return {
      block: { tag: 'blockquote', children: readInline(own.map((one) => one.replace(/^> ?/, '')).join(' ')) },
      next,
    }
  }
  return { block: { tag: 'p', children: readInline(own.join(' ')) }, next }
}

function readCode(lines: readonly string[], from: number): Read {
  const end = lines.findIndex((line, at) => at > from && line.startsWith('```'))
  const last = end < 0 ? lines.length : end
  return { block: { tag: 'pre', text: lines.slice(from + 1, last).join('\n') }, next: last + 1 }
}

/** Of a block of the same kind: an empty line, a heading or code ends it, and where a list begins, a paragraph. */
function endOf(lines: readonly string[], from: number): number {
  const isList = (line: string): boolean => BULLET.test(line) || NUMBER.test(line)
  const begunAsList = isList(lines[from] ?? '')
  const end = lines.findIndex(
    (line, at) => at > from && (line.trim() === '' || /^#{2,3} |^```/.test(line) || (!begunAsList && isList(line))),
  )
  return end < 0 ? lines.length : end
}

/** A line without a mark continues the item before it. */
function itemsOf(lines: readonly string[], mark: RegExp): Inline[][] {
  const items = lines.reduce<string[]>((all, line) => {
    if (mark.test(line)) return [...all, line.replace(mark, '')]
    return [...all.slice(0, -1), `${all.at(-1) ?? ''} ${line.trim()}`]
  }, [])
  return items.map((item) => readInline(item))
}

function tableOf([head = '', , ...rows]: readonly string[]): LessonBlock {
  const cells = (line: string): Inline[][] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => readInline(cell.trim()))
  return { tag: 'table', head: cells(head), rows: rows.map((row) => cells(row)) }
}

export function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of text.matchAll(MARK)) {
    const part = partOf(match)
    if (part === undefined) continue
    if (match.index > from) parts.push(text.slice(from, match.index))
    parts.push(part)
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

function partOf([, code, strong, em, words, href]: RegExpExecArray): Inline | undefined {
  if (code !== undefined) return { tag: 'code', text: code }
  if (strong !== undefined) return { tag: 'strong', children: readInline(strong) }
  if (em !== undefined) return { tag: 'em', children: readInline(em) }
  if (words === undefined || href === undefined || !isLinked(href)) return undefined
  return { tag: 'a', href, children: [words] }
}

/** Of this site, or by TLS. */
export function isLinked(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true
  return /^https:\/\//i.test(href) && URL.canParse(href)
}
