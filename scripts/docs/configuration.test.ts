import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_SETTINGS } from '#server/doctor/setting-names.ts'
import { defaultOf, SETTING_NAMES } from '#server/settings/table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const known = [...SETTING_NAMES, ...COMMAND_SETTINGS]
const page = fs.readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')
/** `AUTH_APPLE_*` stands for all that begin so. */
const named = [...page.matchAll(/`([A-Z][A-Z0-9_]+(?:_\*)?)`/g)].map(([, name = '']) => name)
const covers = (name: string, setting: string) =>
  name.endsWith('*') ? setting.startsWith(name.slice(0, -1)) : name === setting

test('every setting of the server is in docs/configuration.md', () => {
  expect(known.filter((setting) => !named.some((name) => covers(name, setting)))).toEqual([])
})

test('docs/configuration.md names no setting that does not exist', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const first = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  expect(first.length).toBeGreaterThan(40)
  expect(first.filter((name) => !known.includes(name))).toEqual([])
})

test('a default that docs/configuration.md gives as a value is that of the server', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const given = rows.flatMap((row) => {
    const [, names = '', values = ''] = row.split('|')
    const settings = [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name)
    const defaults = values.split(',').map((value) => /^ *(?:`([^`]+)`|(\d+)) *$/.exec(value))
    if (defaults.length !== settings.length) return []
    return settings.flatMap((name, at) => {
      const value = defaults[at]?.[1] ?? defaults[at]?.[2]
      return value === undefined || defaultOf(name) === undefined ? [] : [[name, value, defaultOf(name)]]
    })
  })

  expect(given.length).toBeGreaterThan(30)
  expect(given.filter(([, documented, real]) => documented !== real)).toEqual([])
})
