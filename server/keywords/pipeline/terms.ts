import { stem, wordsOf } from './normalise.ts'

/** Names that an organisation gave, as normalised keywords. */
export type Terms = {
  brands: readonly string[]
  competitors: readonly string[]
  audiences: readonly string[]
  places: readonly string[]
}
export const NO_TERMS: Terms = { brands: [], competitors: [], audiences: [], places: [] }

/** The first of the terms whose words are in the keyword, side by side. */
export function findTerm(keyword: string, terms: readonly string[]): string | undefined {
  if (terms.length === 0) return undefined
  const within = ` ${wordsOf(keyword).map(stem).join(' ')} `
  return terms.find((term) => {
    const words = wordsOf(term).map(stem).join(' ')
    return words !== '' && within.includes(` ${words} `)
  })
}

export const containsTerm = (keyword: string, terms: readonly string[]): boolean =>
  findTerm(keyword, terms) !== undefined
