const KEY = 'language'

/** Without a choice the browser's. */
type LanguageChoice = 'en' | 'de' | 'fr' | 'browser'
export type Language = Exclude<LanguageChoice, 'browser'>

/** What was chosen in this browser. */
export function readLanguageChoice(storage: Pick<Storage, 'getItem'>): LanguageChoice {
  return asLanguageChoice(storage.getItem(KEY))
}

export function saveLanguageChoice(storage: Pick<Storage, 'setItem'>, choice: LanguageChoice): void {
  storage.setItem(KEY, choice)
}

export function asLanguageChoice(text: string | null): LanguageChoice {
  return text === 'en' || text === 'de' || text === 'fr' ? text : 'browser'
}

/** The language to speak. `preferred` are the browser's, best first, such as `de-CH`. */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'browser') return choice
  const known = preferred
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'en' || languageOf(tag) === tag)
  return languageOf(known ?? 'en')
}

function languageOf(text: string): Language {
  return text === 'de' || text === 'fr' ? text : 'en'
}
