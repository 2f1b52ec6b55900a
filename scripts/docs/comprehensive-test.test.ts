import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CHECK_CATEGORIES, CHECK_IDS, CHECKS } from '#contract/checks/checks.ts'

const PAGE = path.resolve(import.meta.dirname, '../../docs/comprehensive-test.md')

test('the page about the comprehensive test lists its checks as they are', () => {
  const rows = [...fs.readFileSync(PAGE, 'utf8').matchAll(/^\| ([A-Z]+-\d\d) \| (\w+) \| (.+) \|$/gm)]
  expect(rows.map(([, id, severity, name]) => [id, severity, name])).toEqual(
    CHECK_IDS.map((id) => [id, CHECKS[id].severity, CHECKS[id].name]),
  )
})

test('there are as many of each category as specified', () => {
  const counts = CHECK_CATEGORIES.map((category) => CHECK_IDS.filter((id) => CHECKS[id].category === category).length)
  expect(counts).toEqual([8, 12, 15, 6, 9, 5, 7, 10, 18])
})
