import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasTest } from './named-test.ts'

const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/verification.md'), 'utf8')

test.each([
  ['administration', 40],
  ['studio', 20],
])('every item of the %s names tests that are there, or says that nothing holds it', (part, least) => {
  const [section = ''] = (page.split(`## What the ${part} withstands\n`)[1] ?? '').split('\n## ')
  const rows = section.split('\n').filter((line) => /^\| (?!item|\*\*)/.test(line))
  const wrong = rows.flatMap((row) => {
    const named = [...row.matchAll(/`([^`]+)`: (.+?)(?= · `| \|$)/g)]
    if (named.length === 0) return /\| (not built): /.test(row) ? [] : [row]
    // Each reference that begins like one is read as one: otherwise a typing mistake in it would pass unchecked.
    if (named.length !== [...row.matchAll(/`[^`]+\.(?:test|spec)\.tsx?`/g)].length) return [row]
    return named.filter(([, file = '', title = '']) => !hasTest(file, title)).map(([found]) => found)
  })
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(least)
})
