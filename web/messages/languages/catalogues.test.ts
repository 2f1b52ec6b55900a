import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { m } from '../app.ts'
import { sentences } from '../errors.ts'
import { failures } from '../failures.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { EQUAL } from './equal-words.ts'
import { ENGLISH_AREAS } from './english-words.ts'
import { layOver } from './lay-over.ts'
import { pageAreas } from './page-words.ts'

type Leaf = { path: string; words: unknown }
/** Every file of words: those of pages are in `pageAreas` once they are loaded. */
import.meta.glob(['../**/*.ts', '!../languages/**', '!../site/**', '!../**/*.test.ts'], { eager: true })
const words = { ...m, ...pageAreas() }
const english = { words, sentences, failures }

/** Every word with its place, lists included entry by entry. */
function leavesOf(group: unknown, path = ''): Leaf[] {
  if (typeof group !== 'object' || group === null) return [{ path, words: group }]
  return Object.entries(group).flatMap(([key, words]) => leavesOf(words, path ? `${path}.${key}` : key))
}

function kindOf(words: unknown): string {
  return typeof words === 'function' ? `function of ${words.length}` : typeof words
}

/** The value of a choice, the id of a guide, where something leads: no words. */
const isValue = ({ path }: Leaf) =>
  /^words\.(storage\.planPath|settings\.looks\.(themes|languages)\.\d\.0|help\.topics\.\d+\.guides\.\d+\.(id|to\.path))$/.test(
    path,
  )
/** What is printed on a key. */
const isKeyCap = ({ path }: Leaf) => /^words\.help\.shortcuts\.\d\.keys\.\d+\.0\.\d$/.test(path)
const inEnglish = new Map(leavesOf(english).map(({ path, words }) => [path, words]))

test.each([
  ['de', de],
  ['fr', fr],
])('%s has nothing that English has not, of the same kind', (_, { words, sentences: said, failures: failed }) => {
  const leaves = leavesOf({ words, sentences: said, failures: failed })
  expect(leaves.length).toBeGreaterThan(300)
  const wanted = leaves.map(({ path }) => [path, kindOf(inEnglish.get(path))])
  expect(leaves.map((leaf) => [leaf.path, kindOf(leaf.words)])).toEqual(wanted)
})

test.each([
  ['de', de],
  ['fr', fr],
])('%s leaves no English text behind, except what is the same', (language, catalogue) => {
  const { words, sentences: said, failures: failed } = catalogue
  const equal = leavesOf({ words, sentences: said, failures: failed })
    .filter((leaf) => !isValue(leaf) && !isKeyCap(leaf))
    .filter((leaf) => typeof leaf.words === 'string' && leaf.words === inEnglish.get(leaf.path))
  expect(equal.map(({ path }) => path).toSorted()).toEqual(EQUAL[language]?.toSorted())
})

test.each([
  ['de', de],
  ['fr', fr],
])('%s keeps lists as long, and values that are no words', (_, catalogue) => {
  const lists = (group: unknown, path = ''): [string, number][] =>
    typeof group !== 'object' || group === null
      ? []
      : [
          ...(Array.isArray(group) ? [[path, group.length] as [string, number]] : []),
          ...Object.entries(group).flatMap(([key, words]) => lists(words, `${path}.${key}`)),
        ]
  const englishLists = new Map(lists(words))
  const own = lists(catalogue.words)
  expect(own.length).toBeGreaterThan(5)
  expect(own).toEqual(own.map(([path]) => [path, englishLists.get(path)]))
  const values = leavesOf({ words: catalogue.words }).filter(isValue)
  expect(values.length).toBeGreaterThan(6)
  expect(values).toEqual(values.map(({ path }) => ({ path, words: inEnglish.get(path) })))
})

test.each([
  ['de', de],
  ['fr', fr],
])('%s has a sentence for every failure', (_, catalogue) => {
  expect(Object.keys(sentences).length).toBeGreaterThan(80)
  expect(Object.keys(sentences).filter((code) => !(code in catalogue.sentences))).toEqual([])
  expect(Object.keys(failures).filter((key) => !(key in catalogue.failures))).toEqual([])
})

test('texts with a number have its plural', () => {
  expect(de.words.items?.trash?.done?.(['Brief.pdf'])).toBe('Brief.pdf wurde in den Papierkorb gelegt')
  expect(de.words.items?.trash?.done?.(['a', 'b'])).toBe('2 Elemente wurden in den Papierkorb gelegt')
  expect(fr.words.items?.trash?.done?.(['a', 'b'])).toBe('2 éléments placés dans la corbeille')
  expect(fr.words.items?.summary?.(0, 0)).toBe('0 fichier')
  expect(de.failures.tooManyAttempts?.(1)).toContain('1 Sekunde,')
  expect(fr.failures.tooManyAttempts?.(601)).toContain('11 minutes')
})

test('what is laid over replaces its own and loses nothing', () => {
  const shout = (name: string) => `${name}!`
  const base = { a: { one: 'one', two: 'two', list: ['x', 'y'] }, say: (name: string) => name, left: 'left' }
  layOver(base, { a: { two: 'zwei', list: ['u', 'v'] }, say: shout })
  expect(base).toEqual({ a: { one: 'one', two: 'zwei', list: ['u', 'v'] }, say: shout, left: 'left' })
})

test('a whole catalogue laid over English leaves every place filled', () => {
  const copy = copyOf(english)
  layOver(copy, { words: de.words, sentences: de.sentences, failures: de.failures })
  expect(leavesOf(copy).map(({ path }) => path)).toEqual([...inEnglish.keys()])
  expect(copy).toMatchObject({ words: { shell: { help: 'Hilfe', dashboard: 'Dashboard' } } })
})

/** Functions cannot be cloned by structure. */
function copyOf(group: unknown): object {
  const copy = (words: unknown): unknown =>
    Array.isArray(words)
      ? words.map(copy)
      : typeof words === 'object' && words !== null
        ? Object.fromEntries(Object.entries(words).map(([key, value]) => [key, copy(value)]))
        : words
  return copy(group) as object
}

test('areas in English alone are those of the list, and no other area is left out of a catalogue', () => {
  const folder = path.resolve(import.meta.dirname, '..')
  const found = (form: string) =>
    fs
      .globSync('**/*.ts', { cwd: folder, exclude: ['languages/**', 'site/**'] })
      .flatMap((file) => [
        ...fs.readFileSync(path.join(folder, file), 'utf8').matchAll(new RegExp(`${form}\\('([^']+)'`, 'g')),
      ])
      .map(([, area = '']) => area)
      .toSorted()
  // An area may have several files of words.
  expect([...new Set(found('englishWords'))]).toEqual(ENGLISH_AREAS.toSorted())
  const inPages = found('pageWords')
  expect(inPages.length).toBeGreaterThan(30)
  for (const catalogue of [de, fr]) expect(inPages.filter((area) => !(area in catalogue.words))).toEqual([])
  expect(ENGLISH_AREAS.filter((area) => area in de.words || area in fr.words)).toEqual([])
})

test.each(['de', 'fr'])('words of a room are in the file of the same name: %s', (language) => {
  const english = path.resolve(import.meta.dirname, '..')
  const files = fs.globSync('**/*.ts', { cwd: path.join(import.meta.dirname, language) })
  expect(files).toContain('account/account.ts')
  expect(files.filter((file) => !fs.existsSync(path.join(english, file)))).toEqual([])
})
