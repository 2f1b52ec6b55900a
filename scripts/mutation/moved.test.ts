import fs from 'node:fs'
import { expect, test } from 'vitest'
import { MOVED, plant } from './moved.ts'

test.each(MOVED)('$file holds the text that a fault replaces: $from', (fault) => {
  expect(plant(fault)).not.toBe(fs.readFileSync(fault.file, 'utf8'))
  expect(fs.readFileSync(fault.test.file, 'utf8')).toContain(`'${fault.test.title}'`)
  expect(fs.existsSync(fault.was)).toBe(true)
})

test('a text that is not there is no fault', () => {
  expect(() => plant({ file: 'package.json', from: 'planted', to: '' })).toThrow(/exactly once: planted/)
})
