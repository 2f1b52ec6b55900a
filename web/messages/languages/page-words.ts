import { copyGroups, layOver } from './lay-over.ts'

type Catalogued = Readonly<Record<string, object>>

const areas = new Map<string, { words: object; english: object }>()
let spoken: Catalogued = {}

/** Words that load with the pages that show them, and not with the first one, in the language that is spoken by then. */
export function pageWords<Words extends object>(area: string, words: Words): Words {
  areas.set(area, { words, english: copyGroups(words) })
  layOver(words, spoken[area] ?? {})
  return words
}

/** The words of every area that is loaded, as they are spoken. */
export function pageAreas(): Record<string, object> {
  return Object.fromEntries([...areas].map(([area, { words }]) => [area, words]))
}

/** @param catalogue the words of a language by their area; empty for English */
export function layPageWords(catalogue: Catalogued): void {
  spoken = catalogue
  for (const [area, { words, english }] of areas) {
    layOver(words, english)
    layOver(words, catalogue[area] ?? {})
  }
}
