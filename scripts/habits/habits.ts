/** A line that a change adds. */
export type AddedLine = {
  file: string
  line: number
  text: string
  /** Text of the line before it, empty at the beginning of a file. */
  before: string
}

const MAX_TITLE_LENGTH = 72

/** Words that begin no comment: a comment begins with a noun or a verb. */
const FIRST_WORDS = /^(What|Who|Of|That)\b/
/** Names of numbers that are limits and do not say so. */
const LIMIT =
  /\bconst ((?:MOST|LEAST|FEWEST|LARGEST|SMALLEST|LONGEST|SHORTEST|HIGHEST|LOWEST)(?:_[A-Z0-9_]+)?)\b[^=]*= *[\d(]/
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bsomebody who\b/i, 'a person who, anyone who'],
  [/\bbeside\b/i, 'next to, besides'],
  [/\bof what was\b/i, 'the noun that is meant'],
]
/** Verbs that end as others do when they are no imperative. */
const IMPERATIVES = /^(Bring|Embed|Exceed|Feed|Focus|Need|Proceed|Ring|Seed|Shed|Speed|String|Swing)$/

/** Returns complaints about the words of one added line, for people. */
export function habitsBroken({ file, text, before }: AddedLine): string[] {
  const broken: string[] = []
  const first = FIRST_WORDS.exec(beginningOfComment(text, before) ?? '')?.[1]
  if (first) broken.push(`a comment begins with a noun or a verb, not with "${first}"`)
  const limit = /\.tsx?$/.test(file) ? LIMIT.exec(text)?.[1] : undefined
  if (limit) broken.push(`${limit} is a limit: begin its name with MAX_ or MIN_`)
  for (const [phrase, instead] of PHRASES) {
    const found = phrase.exec(text)?.[0]
    if (found) broken.push(`"${found}": write ${instead}`)
  }
  return broken
}

/** Returns the complaint about the title of a commit, undefined where there is none. */
export function titleBroken(title: string): string | undefined {
  // Titles that Git writes by itself.
  if (/^(Merge|Revert|fixup!|squash!) /.test(title)) return undefined
  if (title.length > MAX_TITLE_LENGTH) return `has ${title.length} characters, at most ${MAX_TITLE_LENGTH} are read`
  if (title.endsWith('.')) return 'ends with a full stop'
  const [verb = ''] = title.split(' ')
  if (!/^[A-Z]/.test(verb)) return 'begins with a small letter'
  if (/(ed|ing|[^s]s)$/.test(verb) && !IMPERATIVES.test(verb)) return `is not an imperative: "${verb}"`
  return undefined
}

/** Returns lines that a change adds, read from `git diff --unified=1`. */
export function addedLines(diff: string): AddedLine[] {
  const added: AddedLine[] = []
  let file = ''
  let line = 0
  let before = ''
  for (const text of diff.split('\n')) {
    const place = /^@@ -\S+ \+(\d+)/.exec(text)
    if (text.startsWith('+++ ')) file = text.replace(/^\+\+\+ (b\/)?/, '')
    else if (place) [line, before] = [Number(place[1]), '']
    else if (text.startsWith('+')) {
      added.push({ file, line: line++, text: text.slice(1), before })
      before = text.slice(1)
    } else if (text.startsWith(' ')) {
      line++
      before = text.slice(1)
    }
  }
  return added
}

/** Text at the beginning of a comment, undefined inside of one and in code. */
function beginningOfComment(text: string, before: string): string | undefined {
  const block = /^\s*\/\*\*? +(.*)/.exec(text)?.[1]
  if (block !== undefined) return block
  if (/^\s*\/\*\*\s*$/.test(before)) return /^\s*\* +(.*)/.exec(text)?.[1]
  const [, sign, line] = /^\s*(\/\/|--) +(.*)/.exec(text) ?? []
  return sign !== undefined && !before.trimStart().startsWith(sign) ? line : undefined
}
