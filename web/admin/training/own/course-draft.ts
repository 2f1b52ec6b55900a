import type { CourseDraft, DraftLesson, DraftQuestion } from '#contract/training/own-courses.ts'

/** Parts of a course as they are written, each with a key of its own, which names its fields. */
export type KeyedLesson = DraftLesson & { key: string }
export type KeyedChoice = DraftQuestion['choices'][number] & { key: string }
export type KeyedQuestion = { key: string; text: string; choices: readonly KeyedChoice[] }
export type KeyedDraft = { lessons: readonly KeyedLesson[]; questions: readonly KeyedQuestion[] }

const keyed = <Part extends object>(part: Part): Part & { key: string } => ({ ...part, key: crypto.randomUUID() })

export const newLesson = (): KeyedLesson => keyed({ title: '', body: '' })
export const newChoice = (isRight = false): KeyedChoice => keyed({ text: '', isRight, why: '' })
export const newQuestion = (): KeyedQuestion => keyed({ text: '', choices: [newChoice(true), newChoice()] })

export const keyedDraftOf = ({ lessons, questions }: Pick<CourseDraft, 'lessons' | 'questions'>): KeyedDraft => ({
  lessons: lessons.map(keyed),
  questions: questions.map(({ text, choices }) => keyed({ text, choices: choices.map(keyed) })),
})

/** What is sent: without keys, and without blanks around the lines. */
export const plainDraftOf = ({ lessons, questions }: KeyedDraft): Pick<CourseDraft, 'lessons' | 'questions'> => ({
  lessons: lessons.map(({ title, body }) => ({ title: title.trim(), body })),
  questions: questions.map(({ text, choices }) => ({
    text: text.trim(),
    choices: choices.map((choice) => ({ text: choice.text.trim(), isRight: choice.isRight, why: choice.why.trim() })),
  })),
})

/** The list with what has this key changed. */
export function withChanged<Part extends { key: string }>(
  parts: readonly Part[],
  key: string,
  change: Partial<Part>,
): Part[] {
  return parts.map((part) => (part.key === key ? { ...part, ...change } : part))
}

/** The list with two neighbours exchanged; the same one at its ends. */
export function withMoved<Part extends { key: string }>(parts: readonly Part[], key: string, by: -1 | 1): Part[] {
  const from = parts.findIndex((part) => part.key === key)
  const [one, other] = [parts[from], parts[from + by]]
  if (!one || !other) return [...parts]
  return parts.map((part) => (part === one ? other : part === other ? one : part))
}

/** One answer is right, the others no longer. */
export const withRight = (choices: readonly KeyedChoice[], key: string): KeyedChoice[] =>
  choices.map((choice) => ({ ...choice, isRight: choice.key === key }))

/** Without an answer; where that was the right one, the first one is. */
export function withoutChoice(choices: readonly KeyedChoice[], key: string): KeyedChoice[] {
  const left = choices.filter((choice) => choice.key !== key)
  return left.some(({ isRight }) => isRight) ? left : withRight(left, left[0]?.key ?? '')
}
