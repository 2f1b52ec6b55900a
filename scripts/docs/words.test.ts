import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

/** The words of the last column of the table, which nothing uses. */
const avoided = read('docs/words.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| we write'))
  .flatMap((line) => (line.split('|')[3] ?? '').split(','))
  .map((word) => word.trim())
  .filter(Boolean)

/** Fixed by the specification, or said about something else: the place and the words around. */
const ALLOWED: readonly [file: string, words: string][] = [
  ['web/messages/drive/files.ts', 'You must be logged in to upload files'],
  ['web/messages/account/account.ts', 'You have been logged out.'],
  ['web/messages/studio/studio.ts', 'SEO Workspace'],
  ['docs/format.md', '`passphrase` is reserved'],
  ['docs/decisions/0026-where-the-dashboard-departs.md', '"You must be logged in to upload files"'],
]

const files = [
  ...fs.globSync('web/messages/**/*.ts', { cwd: root, exclude: (name) => /languages|\.test\.ts$/.test(name) }),
  ...fs.globSync(
    '{docs/*.md,docs/decisions/*.md,README.md,SECURITY.md,web/site/documentation/guides/*.md,web/site/blog/articles/*.md}',
    {
      cwd: root,
    },
  ),
  ...fs.globSync('{server/mail/templates.ts,server/notify/notice-mail.ts,server/status/incident-words.ts}', {
    cwd: root,
  }),
  ...fs.globSync('cli/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') }),
].filter((file) => file !== 'docs/words.md')

test('the table has words, and the texts are found', () => {
  expect(avoided.length).toBeGreaterThan(20)
  expect(files.length).toBeGreaterThan(60)
})

test.each(avoided)('nothing says "%s"', (word) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  const found = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      // Comments and names in the source are not read by people.
      .filter((line) => file.endsWith('.md') || /['"`]/.test(line))
      .filter((line) => !ALLOWED.some(([where, words]) => where === file && line.includes(words)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
