export const PLATFORMS = ['LinkedIn', 'Twitter', 'YouTube', 'Facebook', 'Instagram', 'TikTok'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Characters of a post, until an organisation types others: platforms change them. */
export const PLATFORM_CHARACTERS: Readonly<Record<Platform, number>> = {
  LinkedIn: 3000,
  Twitter: 280,
  YouTube: 5000,
  Facebook: 63_206,
  Instagram: 2200,
  TikTok: 2200,
}

/** Bounds of a limit that an organisation types. */
export const CUSTOM_LIMIT = { min: 50, max: 100_000 } as const

export const SOCIAL_LIMITS = {
  /** Calendars that an organisation keeps. */
  calendars: 500,
  topics: 30,
  topicCharacters: 200,
  voiceCharacters: 500,
  contentCharacters: 100_000,
  hashtags: 30,
  hashtagCharacters: 60,
} as const

/** The one platform that weighs letters; the others count each as one. */
export const WEIGHED_PLATFORM: Platform = 'Twitter'
/** What X counts for any address. */
export const ADDRESS_WEIGHT = 23
const ADDRESS = /\bhttps?:\/\/[^\s]+/gu
/** Ranges of code points that X counts once; all others count twice (the configuration of twitter-text, version 3). */
const SINGLE: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters a text has as its platform counts them: X weighs them, the others count code points. */
export function charactersOf(platform: Platform, text: string): number {
  if (platform !== WEIGHED_PLATFORM) return Array.from(text).length
  const addresses = text.match(ADDRESS)?.length ?? 0
  const rest = text.normalize('NFC').replaceAll(ADDRESS, '')
  let weight = addresses * ADDRESS_WEIGHT
  for (const { segment } of graphemes.segment(rest)) {
    if (/\p{Extended_Pictographic}/u.test(segment) && segment.codePointAt(0)! > 255) weight += 2
    else for (const letter of segment) weight += isSingle(letter.codePointAt(0) ?? 0) ? 1 : 2
  }
  return weight
}

/**
 * Divides a text where its platform takes no more of it: between two letters as people see them, and before an address that does not fit whole.
 * Both parts together are the text.
 */
export function cutAt(platform: Platform, text: string, limit: number): { kept: string; rest: string } {
  if (charactersOf(platform, text) <= limit) return { kept: text, rest: '' }
  const ends = [0, ...Array.from(graphemes.segment(text), ({ index, segment }) => index + segment.length)]
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (charactersOf(platform, text.slice(0, ends[middle])) <= limit) low = middle
    else high = middle - 1
  }
  const end = ends[low] ?? 0
  const broken = [...text.matchAll(ADDRESS)].find(({ index, 0: found }) => index < end && index + found.length > end)
  const at = broken?.index ?? end
  return { kept: text.slice(0, at), rest: text.slice(at) }
}

const isSingle = (point: number): boolean => SINGLE.some(([from, to]) => point >= from && point <= to)

/** A post as it is published: the text, and its hashtags behind it. */
export const postText = (content: string, hashtags: readonly string[]): string =>
  hashtags.length === 0 ? content : `${content}\n\n${hashtags.join(' ')}`
