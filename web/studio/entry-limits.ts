import { studio as words } from '#web/messages/studio/studio.ts'

/** Sentence for a text that is longer than may be; null: it fits. A browser that cuts what is pasted would lose its end without a word. */
export const textProblem = (text: string, most: number): string | null =>
  text.length > most ? words.entryTooLong(text.length, most) : null

/** The same as the rule of a field, which is asked when its form is sent. */
export const upTo =
  (most: number) =>
  (text: string): string | null =>
    textProblem(text.trim(), most)

/** The same for the entries of a list. */
export function listProblem(all: readonly string[], { most, characters }: { most: number; characters: number }) {
  if (all.length > most) return words.tooMany(all.length, most)
  const long = all.find((one) => one.length > characters)
  return long === undefined ? null : words.oneTooLong(`${long.slice(0, 30)}…`, long.length, characters)
}
