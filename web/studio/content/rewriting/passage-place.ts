/** Place of a passage in a text, in UTF-16 code units. */
export type Place = { from: number; to: number }

/** A selection without the blank space at its ends; undefined where nothing else is in it. */
export function placeOf(text: string, { from, to }: Place): Place | undefined {
  const selected = text.slice(from, to)
  const begin = selected.length - selected.trimStart().length
  const end = selected.trimEnd().length
  return begin < end ? { from: from + begin, to: from + end } : undefined
}

/**
 * Follows a passage through one change of its text.
 * @returns where it is now; undefined where the change touched it, or cannot be told from one that did
 */
export function movedPlace(before: string, after: string, { from, to }: Place): Place | undefined {
  if (before === after) return { from, to }
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let rest = 0
  while (rest < most - start && before[before.length - 1 - rest] === after[after.length - 1 - rest]) rest += 1
  const moved = after.length - before.length
  const isAfter = start >= to
  const isBefore = before.length - rest <= from
  if (!isAfter && !isBefore) return undefined
  const place = isAfter ? { from, to } : { from: from + moved, to: to + moved }
  return after.slice(place.from, place.to) === before.slice(from, to) ? place : undefined
}
