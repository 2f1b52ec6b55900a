import { formatIn } from '#web/lib/format.ts'
import type { Language } from '#web/lib/language.ts'
import { m } from '../app.ts'
import { failures, sentences } from '../errors.ts'
import type { Catalogue } from './catalogue.ts'
import { layOver } from './lay-over.ts'

const LOAD: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
}

/**
 * Has the app speak a language. Screens read their words when they are loaded, so this comes before them. Gives the language that
 * is spoken then: English when the words of the other one did not arrive, since a vault in English is better than none.
 */
export async function speak(language: Language): Promise<Language> {
  if (language === 'en') return language
  try {
    const catalogue = await LOAD[language]()
    layOver(m, catalogue.words)
    layOver(sentences, catalogue.sentences)
    layOver(failures, catalogue.failures)
    formatIn(catalogue)
  } catch (error) {
    console.warn(error)
    return 'en'
  }
  return language
}
