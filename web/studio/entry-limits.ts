import { studio as words } from '#web/messages/studio/studio.ts'

/** Sentence for entries of a list that are too many, or one that is too long; null: they fit. */
export function listProblem(all: readonly string[], { most, characters }: { most: number; characters: number }) {
  if (all.length > most) return words.tooMany(all.length, most)
  const long = all.find((one) => one.length > characters)
  return long === undefined ? null : words.oneTooLong(`${long.slice(0, 30)}…`, long.length, characters)
}
