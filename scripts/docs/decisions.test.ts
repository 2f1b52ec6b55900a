import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

test('ARCHITECTURE.md lists every decision once, in the order of their numbers, and no other', () => {
  const [, list = ''] = fs.readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split('## Decisions\n')
  const listed = [...list.matchAll(/\[(\d{4}) [^\]]+\]\(docs\/decisions\/([^)]+)\)/g)]

  expect(listed.map(([, , file]) => file)).toEqual(fs.readdirSync(path.join(root, 'docs/decisions')).toSorted())
  expect(listed.filter(([, number = '', file]) => !file?.startsWith(`${number}-`))).toEqual([])
})

test('no two decisions have one number', () => {
  const numbers = fs.readdirSync(path.join(root, 'docs/decisions')).map((file) => file.slice(0, 4))

  expect(new Set(numbers).size).toBe(numbers.length)
})
