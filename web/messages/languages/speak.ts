import { formatIn } from '#web/lib/format.ts'
import type { Language } from '#web/lib/language.ts'
import { createStore, type Store } from '#web/lib/remote/store.ts'
import { m } from '../app.ts'
import { sentences } from '../errors.ts'
import { failures } from '../failures.ts'
import type { Catalogue } from './catalogue.ts'
import { copyGroups, layOver } from './lay-over.ts'
import { layPageWords } from './page-words.ts'

const LOAD: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
}
const english = { words: copyGroups(m), sentences: copyGroups(sentences), failures: copyGroups(failures) }
const now = createStore<Language>('en')
let wanted: Language = 'en'

/** The language of the page. Who shows words draws them again when it changes. */
export const spoken: Store<Language> = now

/**
 * Has the app speak a language. Gives the language that is spoken then: the one from before when the words did not arrive, since a
 * vault in English is better than none.
 */
export async function speak(language: Language): Promise<Language> {
  wanted = language
  try {
    const catalogue = language === 'en' ? undefined : await LOAD[language]()
    // Somebody chose again meanwhile.
    if (wanted !== language) return now.read()
    layAll(english)
    if (catalogue) layAll(catalogue)
    layPageWords(catalogue?.words ?? {})
    formatIn(catalogue)
  } catch (error) {
    console.warn(error)
    return now.read()
  }
  document.documentElement.lang = language
  now.write(language)
  return language
}

function layAll(all: { words: object; sentences: object; failures: object }): void {
  // Those of `pageWords` are laid where they are loaded.
  layOver(m, Object.fromEntries(Object.entries(all.words).filter(([area]) => area in m)))
  layOver(sentences, all.sentences)
  layOver(failures, all.failures)
}
