import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string): string => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
const variablesIn = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))

test('pages of own guides have the dark colours of the app', () => {
  const dark = /\n\.dark \{([^}]*)\}/.exec(read('../../theme.css'))?.[1] ?? ''
  const own = /html\.own-guide-page \{([^}]*)\}/.exec(read('own-guide.css'))?.[1] ?? ''
  expect(Object.keys(variablesIn(dark)).length).toBeGreaterThan(15)
  expect(variablesIn(own)).toEqual(variablesIn(dark))
})
