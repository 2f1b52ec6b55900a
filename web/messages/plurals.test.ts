import { expect, test } from 'vitest'
import { m } from './app.ts'
import { retention } from './audit/retention.ts'
import { devices } from './devices.ts'
import { de } from './languages/de.ts'
import { fr } from './languages/fr.ts'
import { ledger } from './ledger.ts'
import { policies } from './threats/policies.ts'
import { start } from './site/start.ts'
import { threats } from './threats/threats.ts'

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

/** What is only shown of two or more, or of a limit that is never one. */
const NEVER_ONE = [
  'team.countOver',
  'activity.many.',
  'account.strength.',
  'account.names.long',
  'audit.sheet.moreConsequences',
  'byOthers.setup.tooMany',
  'byOthers.setup.thresholdWrong',
  'details.panel.many',
  'documents.choose.titleMany',
  'items.trash.deletedMany',
  'policies.shortStrip',
  'putBack.lead',
  'putBack.more',
  'putBack.stopped',
  'policies.rules.characters',
  'policies.rules.factorHint',
  'policies.rules.factorHintApp',
  'policies.rules.waysHint',
  'settings.looks.minutes',
  'sharing.titleMany',
  'sharing.submitTo',
  'sharing.several.tooMany',
  'people.inviteDialog.sentMany',
  'transfers.uploadedMany',
  'threats.noticed.times',
]

/** Each message of one of everything that is counted: where it takes the numbers, and where it takes their texts. */
function ofOne(words: unknown, path = ''): [path: string, texts: string[]][] {
  if (typeof words === 'function') {
    const say = words as (...parameters: unknown[]) => unknown
    const texts = [1, '1'].flatMap((one) => {
      try {
        return say(...Array.from({ length: say.length }, () => one))
      } catch {
        // It takes something else than counts and texts.
        return []
      }
    })
    return [[path, texts.filter((text) => typeof text === 'string')]]
  }
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, inside]) => ofOne(inside, path === '' ? key : `${path}.${key}`))
}

test.each([
  [
    'en',
    { ...m, ledger, threats, policies, retention, devices, start },
    /\b1 (entries|days|hours|years|files|links|people|downloads|promises|holds|items|sessions|events|hashes|devices|witnesses)\b/,
  ],
  [
    'de',
    de.words,
    /\b1 (Einträgen?|Tagen?|Stunden|Jahren?|Dateien|Links|Personen|Zusagen|Sperren|Löschsperren|Elemente|Sitzungen|Ereignisse|Hashes|Geräte)\b/,
  ],
  [
    'fr',
    fr.words,
    /\b1 (entrées|jours|heures|ans|fichiers|liens|personnes|téléchargements|engagements|éléments|sessions|événements|hachages|appareils|témoins)\b/,
  ],
])('%s: one of something is not worded as several', (_, words, several) => {
  const messages = ofOne(words).filter(([path]) => !NEVER_ONE.some((start) => path.startsWith(start)))
  expect(messages.length).toBeGreaterThan(100)
  // A message takes one of both: the other is no text that anybody sees.
  const wrong = messages.filter(([, texts]) => texts.length > 0 && texts.every((text) => several.test(text)))
  expect(wrong).toEqual([])
})
