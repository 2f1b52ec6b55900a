import type { FactWords } from '#contract/features/feature-facts.ts'
import { dateLocale } from '#web/lib/format.ts'

/** What a feature says, in the language that is spoken, or in English. */
export function factWords<Said>(words: FactWords<Said>): Said {
  const language = dateLocale()?.slice(0, 2)
  return (language === 'de' || language === 'fr' ? words[language] : undefined) ?? words.en
}
