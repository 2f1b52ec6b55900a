/** Areas without words in other languages. All others are in every catalogue, which the compiler holds. */
export const ENGLISH_AREAS = ['copilot', 'keywords', 'reviews', 'studio', 'tenantLife'] as const
type EnglishArea = (typeof ENGLISH_AREAS)[number]

/**
 * Words of an area that is written in English alone until its screens have settled. The area is in `ENGLISH_AREAS`, and its pages are within
 * `EnglishArea`, which names their language where the page is in another.
 */
export function englishWords<Words extends object>(_area: EnglishArea, words: Words): Words {
  return words
}
