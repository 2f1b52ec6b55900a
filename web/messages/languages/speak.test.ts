import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { m } from '../app.ts'
import { sentences } from '../errors.ts'
import { failures } from '../failures.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { copyGroups } from './lay-over.ts'
import { speak, spoken } from './speak.ts'

const page = { documentElement: { lang: '' } }
vi.stubGlobal('document', page)
afterEach(() => speak('en'))
afterAll(() => void vi.unstubAllGlobals())

test('a language is spoken, left for another one, and left for English without a trace', async () => {
  const before = copyGroups({ m, sentences, failures })
  const { shell } = m
  await speak('de')
  expect([m.shell.help, page.documentElement.lang, spoken.read()]).toEqual(['Hilfe', 'de', 'de'])
  // Who took a group before has the new words as well.
  expect(shell.help).toBe('Hilfe')
  await speak('fr')
  expect(shell.help).toBe('Aide')
  expect(formatRelativeTime(new Date(), new Date())).not.toBe('Just now')
  await speak('en')
  expect({ m, sentences, failures }).toEqual(before)
  expect(formatRelativeTime(new Date(), new Date())).toBe('Just now')
  expect([page.documentElement.lang, spoken.read()]).toEqual(['en', 'en'])
})

test('of two choices at once the last one holds', async () => {
  await Promise.all([speak('de'), speak('fr'), speak('en')])
  expect([m.shell.help, spoken.read()]).toEqual(['Help', 'en'])
  await Promise.all([speak('en'), speak('de')])
  expect([m.shell.help, spoken.read()]).toEqual(['Hilfe', 'de'])
})

test('words that load with a page are in the language that is spoken by then, and follow it', async () => {
  // Another test file may have loaded that page.
  vi.resetModules()
  const fresh = await import('./speak.ts')
  await fresh.speak('de')
  const { help } = await import('../help/help.ts')
  expect(help.title).toBe('Hilfe')
  await fresh.speak('fr')
  expect(help.title).toBe('Aide')
  await fresh.speak('en')
  expect(help.title).toBe('Help')
})
