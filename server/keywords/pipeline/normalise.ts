/** Controls and marks of direction: a keyword is shown among others, and turns none of them round. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu
/** What joins parts of emoji and letters of some scripts, and belongs to them. */
const JOINERS = /[\u200c\u200d]/
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** A keyword in the form in which it is stored: small letters, single spaces, no controls. Empty where nothing is left. */
export function normalise(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toWellFormed()
    .replace(UNSEEN, (found) => (JOINERS.test(found) && found.length === 1 ? found : ' '))
    .toLowerCase()
    .replace(/["“”„«»]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return SAYS_SOMETHING.test(plain) ? plain : ''
}

/** Letters and digits of a keyword, word by word. */
export const wordsOf = (keyword: string): string[] =>
  keyword.match(/[\p{L}\p{N}]+(?:['’.+#-][\p{L}\p{N}]+)*[+#]*/gu) ?? []

/** English plurals, and no more: "pricing" and "price" are different searches, "tool" and "tools" are not. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word) || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Equal for keywords that are one search: their stems in order, or the keyword itself where it has no words. */
export const stemKey = (keyword: string): string => wordsOf(keyword).map(stem).join(' ') || keyword

/** The first keyword of each stem key, in their order. */
export function dedupe<Entry extends { keyword: string }>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ keyword }) => {
    const key = stemKey(keyword)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
