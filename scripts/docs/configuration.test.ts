import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const page = fs.readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')
/** `AUTH_APPLE_*` stands for all that begin so. */
const named = [...page.matchAll(/`([A-Z][A-Z0-9_]+(?:_\*)?)`/g)].map(([, name = '']) => name)
const covers = (name: string, setting: string) =>
  name.endsWith('*') ? setting.startsWith(name.slice(0, -1)) : name === setting

test('every setting of the server is in docs/configuration.md', () => {
  expect(SETTING_NAMES.filter((setting) => !named.some((name) => covers(name, setting)))).toEqual([])
})

test('docs/configuration.md names no setting that does not exist', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const first = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  expect(first.length).toBeGreaterThan(40)
  expect(first.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
})
