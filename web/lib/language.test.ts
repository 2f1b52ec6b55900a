import { expect, test } from 'vitest'
import { languageFor, readLanguageChoice, saveLanguageChoice } from './language.ts'

test.each([
  ['en', ['de-DE'], 'en'],
  ['fr', ['de-DE'], 'fr'],
  ['browser', ['de-CH', 'en'], 'de'],
  ['browser', ['it', 'fr-CA'], 'fr'],
  ['browser', ['en-GB', 'de'], 'en'],
  ['browser', ['it'], 'en'],
  ['browser', [], 'en'],
] as const)('chosen %s, preferred %j: %s', (choice, preferred, spoken) => {
  expect(languageFor(choice, preferred)).toBe(spoken)
})

test('a choice is kept; without one, or with one that is not known, the browser says it', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readLanguageChoice(storage)).toBe('browser')
  saveLanguageChoice(storage, 'fr')
  expect(readLanguageChoice(storage)).toBe('fr')
  kept.set('language', 'tlh')
  expect(readLanguageChoice(storage)).toBe('browser')
})
