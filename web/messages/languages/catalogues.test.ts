import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { m } from '../app.ts'
import { devices } from '../devices.ts'
import { help } from '../help/help.ts'
import { ledger } from '../ledger.ts'
import { threats } from '../threats.ts'
import { threatsPage } from '../threats-page.ts'
import { eventWords } from '../audit/event-words.ts'
import { streams } from '../streams.ts'
import { failures, sentences } from '../errors.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { layOver } from './lay-over.ts'

type Leaf = { path: string; words: unknown }
const words = { ...m, devices, help, ledger, threats, threatsPage, eventWords, streams }
const english = { words, sentences, failures }

/** Every word with its place, lists included entry by entry. */
function leavesOf(group: unknown, path = ''): Leaf[] {
  if (typeof group !== 'object' || group === null) return [{ path, words: group }]
  return Object.entries(group).flatMap(([key, words]) => leavesOf(words, path ? `${path}.${key}` : key))
}

function kindOf(words: unknown): string {
  return typeof words === 'function' ? `function of ${words.length}` : typeof words
}

/** The same word in both languages, or a name. */
const EQUAL: Record<string, readonly string[]> = {
  de: [
    'words.ledger.column',
    'words.ledger.details',
    'words.ledger.sheet.name',
    'words.account.aside.facts.0.1',
    'words.account.aside.facts.1.1',
    'words.account.aside.facts.2.1',
    'words.account.ways.names.apple',
    'words.account.ways.names.github',
    'words.account.ways.names.google',
    'words.account.ways.names.sms',
    'words.audit.columns.details',
    'words.audit.system',
    'words.common.product',
    'words.compliance.form.name',
    'words.compliance.title',
    'words.details.facts.tags',
    'words.details.kinds.audio',
    'words.details.kinds.code',
    'words.details.kinds.video',
    'words.details.open',
    'words.details.proof.version',
    'words.documents.colors.#06b6d4',
    'words.documents.colors.#6366f1',
    'words.documents.colors.#ec4899',
    'words.documents.tags',
    'words.eventWords.things.buckets',
    'words.eventWords.things.passkeys',
    'words.eventWords.things.share_links',
    'words.eventWords.things.tags',
    'words.eventWords.things.tenants',
    'words.files.badge.quantum',
    'words.files.columns.name',
    'words.files.unknown',
    'words.protection.app.name',
    'words.protection.passkeys.name',
    'words.protection.passkeys.title',
    'words.protection.passkeys.unnamed',
    'words.requests.dialog.address',
    'words.security.sees.sees.5.0',
    'words.settings.looks.languages.0.1',
    'words.settings.looks.languages.1.1',
    'words.settings.looks.languages.2.1',
    'words.sharing.access.link',
    'words.sharing.link.address',
    'words.shell.dashboard',
    'words.shell.organisation',
    'words.spaces.newSpace.name',
    'words.team.details',
    'words.team.domains.domain',
    'words.team.domains.recordName',
    'words.team.domains.title',
    'words.team.title',
  ],
  fr: [
    'words.account.ways.names.google',
    'words.account.ways.names.github',
    'words.account.ways.names.apple',
    'words.account.ways.names.sms',
    'words.account.aside.facts.0.1',
    'words.account.aside.facts.1.1',
    'words.account.aside.facts.2.1',
    'words.audit.sheet.action',
    'words.commands.groups.pages',
    'words.commands.groups.actions',
    'words.common.product',
    'words.common.notifications',
    'words.compliance.form.description',
    'words.details.facts.protection',
    'words.details.kinds.archive',
    'words.details.kinds.audio',
    'words.details.kinds.code',
    'words.details.kinds.document',
    'words.details.kinds.image',
    'words.details.proof.version',
    'words.documents.colors.#6366f1',
    'words.documents.colors.#8b5cf6',
    'words.documents.colors.#06b6d4',
    'words.eventWords.things.status_incidents',
    'words.eventWords.things.status_maintenance',
    'words.eventWords.things.tenants',
    'words.eventWords.things.threat_enforcements',
    'words.eventWords.things.threat_incidents',
    'words.eventWords.things.invitations',
    'words.files.columns.actions',
    'words.files.badge.quantum',
    'words.files.unknown',
    'words.notices.title',
    'words.notices.list',
    'words.protection.app.secret',
    'words.requests.dialog.options',
    'words.settings.plans.active',
    'words.settings.securityLink.title',
    'words.settings.looks.languages.0.1',
    'words.settings.looks.languages.1.1',
    'words.settings.looks.languages.2.1',
    'words.settings.looks.notifications',
    'words.shell.notifications',
    'words.shell.menu',
    'words.shell.organisation',
    'words.shell.tabs.documents',
    'words.statusAdmin.incidents.title',
    'words.statusAdmin.maintenance.title',
    'words.team.invitations.title',
    'words.team.domains.recordType',
  ],
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

test.each(['de', 'fr'])('words of a room are in the file of the same name: %s', (language) => {
  const english = path.resolve(import.meta.dirname, '..')
  const files = fs.globSync('**/*.ts', { cwd: path.join(import.meta.dirname, language) })
  expect(files).toContain('account.ts')
  expect(files.filter((file) => !fs.existsSync(path.join(english, file)))).toEqual([])
})
