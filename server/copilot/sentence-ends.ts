/** Numbers of passages, as the prompt asks for them: `[2]` or `[1, 3]`. Blanks before were collapsed to one. */
export const MARK = String.raw`\s?\[\s?\d{1,9}(?:\s?,\s?\d{1,9}){0,9}\s?\]`
const SIGNS = String.raw`(?:[.!?…。！？]["”’)*_]{0,3}|\n)`
/** Marks behind the end of a sentence belong to it. */
const ENDS = new RegExp(String.raw`(${SIGNS})((?:${MARK}){0,9})(?!${MARK})(?:(?<=\n)|(?=[\s\p{L}]|$))`, 'gu')
/** Where an answer begins with a mark, each mark belongs to the words behind it. */
const ENDS_BEFORE_MARKS = new RegExp(String.raw`(${SIGNS})()(?:(?<=\n)|(?=[\s\p{L}[]|$))`, 'gu')
/** Behind an end: marks may be coming, or a word whose end decides. */
const UNDECIDED = /^(?:\s?(?:\[[\d\s,]{0,40})?|\p{L}{1,20})$/u
/** A period after one of these ends no sentence, also before a name. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|ca|No)$/
/** A period inside `e.g.`, and before the last part of a name such as `Node.js`. */
const INSIDE = /(?:^|[^\p{L}\p{N}])\p{L}$/u
const NAME_END =
  /^(?:com|csv|docx|env|example|gguf|gz|html|io|js|json|md|mjs|net|org|pdf|pem|png|jpg|sql|svg|tar|ts|txt|xlsx|ya?ml|zip)(?![\p{L}\p{N}])/u
const LIST_NUMBER = /^\s?\d{1,2}$/
/** Letters before an end that are looked at. */
const LOOKED_AT = 12

/** `isSure` false: there may be a second sentence in it, which would take the marks of the other. */
export type Segment = { text: string; isSure: boolean }

/** How far a text was looked through, so that nothing is decided twice. */
export type Scan = { from: number; isSure: boolean }

/** @returns the first sentence that is whole; undefined where what comes next decides */
export function firstSegment(
  text: string,
  scan: Scan,
  { marksLead, isEnded }: { marksLead: boolean; isEnded: boolean },
): Segment | undefined {
  const ends = new RegExp(marksLead ? ENDS_BEFORE_MARKS : ENDS)
  ends.lastIndex = scan.from
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    const end = found.index + found[0].length
    const rest = text.slice(end)
    if (!isEnded && UNDECIDED.test(rest)) return undefined
    const kind = kindOf(text.slice(0, found.index), { sign: found[1] ?? '', marks: found[2] ?? '', rest })
    if (kind === 'end') return { text: text.slice(0, end), isSure: scan.isSure }
    if (kind === 'unsure') scan.isSure = false
    scan.from = end
  }
  return isEnded ? { text, isSure: scan.isSure } : undefined
}

type Around = { sign: string; marks: string; rest: string }

function kindOf(all: string, { sign, marks, rest }: Around): 'end' | 'inside' | 'unsure' {
  const before = all.slice(-LOOKED_AT)
  if (LIST_NUMBER.test(all) && rest !== '') return 'inside'
  if (marks !== '' || rest === '' || before.endsWith(']') || /[\n。！？]/.test(sign)) return 'end'
  if (ABBREVIATION.test(before)) return 'inside'
  const isOneLetter = sign === '.' && INSIDE.test(before)
  if (/^\s/.test(rest)) return isOneLetter || (sign === '…' && /^\s\p{Ll}/u.test(rest)) ? 'unsure' : 'end'
  if (sign === '.' && (NAME_END.test(rest) || (isOneLetter && /^\p{L}\./u.test(rest)))) return 'inside'
  return /\p{Ll}{2}$/u.test(before) && /^\p{Lu}(?:\p{Ll}|\s)/u.test(rest) ? 'end' : 'unsure'
}
