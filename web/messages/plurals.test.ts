import { expect, test } from 'vitest'
import { m } from './app.ts'
import { de } from './languages/de.ts'
import { fr } from './languages/fr.ts'

/** Messages that take a count alone, by their path. */
function countedIn(words: unknown, path = ''): [path: string, message: (count: number) => string][] {
  if (typeof words === 'function') {
    const takesCount = words.length === 1 && /^\(?count\b/.test(words.toString())
    return takesCount ? [[path, words as (count: number) => string]] : []
  }
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, inside]) => countedIn(inside, `${path}.${key}`))
}

const digits = (count: number) => new RegExp(`\\b${count}\\b`)
/** A message for a count, with the count itself left out. */
const formOf = (message: (count: number) => string, count: number): string => message(count).replace(digits(count), '#')
/** Some have words of their own for none or one. */
const showsDigits = (message: (count: number) => string): boolean =>
  [0, 1].every((count) => digits(count).test(message(count)))

test.each([
  ['en', m],
  ['de', de.words],
  ['fr', fr.words],
])('%s: none is worded as one or as several, whichever the language does', (language, words) => {
  const rules = new Intl.PluralRules(language)
  const messages = countedIn(words).filter(([, message]) => showsDigits(message))
  const wrong = messages.filter(([, message]) => {
    const like = rules.select(0) === rules.select(1) ? 1 : 2
    return formOf(message, 0) !== formOf(message, like)
  })

  expect(messages.length).toBeGreaterThan(10)
  expect(wrong.map(([path, message]) => [path, message(0), message(1), message(2)])).toEqual([])
})
