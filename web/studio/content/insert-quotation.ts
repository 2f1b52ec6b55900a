import { type Fact, quotation, SOURCE_LIMITS } from '#contract/sources/sources.ts'

/** Sections of briefs that nobody writes. */
const NO_SECTIONS = new Set(['Checks before it is published'])
const HEADING = /^#{2,3} +(.*\S)\s*$/

/** Sections that facts are looked for: the headings of a text, or of its outline while there is none. */
export function sectionsOf({ title, outline, content }: { title: string; outline: string; content: string }): string[] {
  const ofText = content.split('\n').flatMap((line) => HEADING.exec(line)?.[1] ?? [])
  const typed = outline.split('\n').map((line) => line.replace(/^[\s#>*•–-]*(?:\d{1,2}[.)]\s*)?/, ''))
  const found = ofText.length > 0 ? ofText : [...typed, ...(outline.trim() === '' ? [title] : [])]
  const clean = found
    .map((one) =>
      one
        .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, SOURCE_LIMITS.headingCharacters)
        .trim(),
    )
    .filter((one) => one !== '' && !NO_SECTIONS.has(one))
  return [...new Set(clean)].slice(0, SOURCE_LIMITS.headings)
}

/** Returns the text with a quotation and its source at the end of a section, or at its own end where there is no such section. */
export function insertQuotation(text: string, heading: string, fact: Pick<Fact, 'text' | 'name' | 'place'>): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => HEADING.exec(line)?.[1] === heading)
  const next = at < 0 ? -1 : lines.findIndex((line, place) => place > at && /^#{1,3} /.test(line))
  const before = (next < 0 ? lines : lines.slice(0, next)).join('\n').trimEnd()
  const after = next < 0 ? '' : `\n${lines.slice(next).join('\n')}`
  return `${before === '' ? '' : `${before}\n\n`}${quotation(fact)}\n${after}`
}
