const KEY = 'language'

/** English without a choice, also where the browser asks for another: the app is whole in English only. */
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
  return text === 'browser' ? text : languageOf(text ?? '')
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
