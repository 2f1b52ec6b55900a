import { formatShortDateTime } from '#web/lib/format.ts'
import type { RecordCheck, RecordFacts } from '#web/lib/remote/vault-client.ts'
import { records as words } from '#web/messages/studio/records.ts'

type Said = { tone: 'done' | 'attention' | 'error'; sentence: string; facts: readonly (readonly [string, string])[] }

/** Puts the outcome of a check into words. Of a record that is not signed nothing is repeated. */
export function sentencesOf(found: RecordCheck): Said {
  if (found === 'unreadable') return { tone: 'error', sentence: words.unreadable, facts: [] }
  const { isSigned, isSameText, facts } = found
  if (!isSigned || !facts) return { tone: 'error', sentence: words.notSigned, facts: [] }
  const sentence = isSameText ? sameText(facts) : words.changed
  return { tone: isSameText ? 'done' : 'attention', sentence, facts: factsOf(facts) }
}

function sameText({ rewrites, continues }: RecordFacts): string {
  if (rewrites) return words.samePassage(rewrites.version)
  return continues ? words.sameContinued(continues.version) : words.same
}

const factsOf = ({ model, at, editor, promptSha256, parts }: RecordFacts): Said['facts'] => [
  [words.facts.model, model],
  [words.facts.at, formatShortDateTime(new Date(at))],
  [words.facts.editor, editor],
  [words.facts.prompt, promptSha256],
  ...(parts && parts.length > 1 ? [[words.facts.parts, words.parts(parts.length)] as const] : []),
]
