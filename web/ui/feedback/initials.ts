/** First letters of the first and the last word of a name; of an address, of its part before the @. */
export function initialsOf({ name, email }: { name: string; email: string }): string {
  const words = (name.trim() || (email.split('@')[0] ?? ''))
    .split(/[\s._-]+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = '?'] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last]
    .map((word) => firstLetter(word ?? ''))
    .join('')
    .toLocaleUpperCase()
}

/** The first character as people count them, with what is written over it. */
function firstLetter(word: string): string {
  const [segment] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)
  return segment?.segment ?? ''
}

/** Which of `count` looks somebody has: the same one everywhere and every time. */
export function lookOf(seed: string, count: number): number {
  let sum = 0
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % count
}
