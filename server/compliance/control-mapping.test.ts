import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CONTROLS, controlMappingCsv } from './control-mapping.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('every file that a control names is in this repository', () => {
  const missing = CONTROLS.flatMap(({ framework, id, evidence }) =>
    evidence.filter((file) => !fs.existsSync(path.join(ROOT, file))).map((file) => `${framework} ${id}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('each control is there once, and seven frameworks have more than sixty together', () => {
  const names = CONTROLS.map(({ framework, id }) => `${framework}/${id}`)

  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(60)
  expect(new Set(CONTROLS.map(({ framework }) => framework)).size).toBe(7)
})

test('what is claimed to be implemented names where', () => {
  expect(CONTROLS.filter(({ state, evidence }) => state === 'implemented' && evidence.length === 0)).toEqual([])
})

test('the table has one line for each control and one for the head', () => {
  expect(controlMappingCsv().trimEnd().split('\r\n')).toHaveLength(CONTROLS.length + 1)
})
