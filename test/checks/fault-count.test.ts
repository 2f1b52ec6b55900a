import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CHECK_IDS } from '#contract/checks/checks.ts'
import { ALL_CHECKS } from '#server/checks/all-checks.ts'
import { APART, PLANTED } from './faults/all-faults.ts'
import { SAMPLE } from './faults/sample.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const checks: readonly string[] = ALL_CHECKS.map(([id]) => id)
const planted = new Set(Object.values(PLANTED).flat())

test('every check has a fault that turns it red, or a reason why it is planted apart', () => {
  expect(checks.filter((id) => !planted.has(id) && !(id in APART))).toEqual([])
  expect(new Set([...planted, ...Object.keys(APART)]).size).toBe(CHECK_IDS.length)
})

test('no fault names a check that there is not, and none is in both lists', () => {
  expect([...planted, ...Object.keys(APART)].filter((id) => !checks.includes(id))).toEqual([])
  expect(Object.keys(APART).filter((id) => planted.has(id))).toEqual([])
})

test.each(Object.entries(APART))('%s is tried by the test that is named', (_id, { file, title, reason }) => {
  expect(fs.readFileSync(path.join(ROOT, file), 'utf8')).toContain(title)
  expect(reason.length).toBeGreaterThan(20)
})

test('every file that plants faults is there', () => {
  expect(Object.keys(PLANTED).filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
})

test('fifteen of them are planted in every npm test', () => {
  expect(SAMPLE).toHaveLength(15)
  expect(new Set(SAMPLE.map(({ id }) => id)).size).toBe(15)
})
