import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BreachedPasswords } from './breached-passwords.ts'

const listed = Array.from({ length: 3000 }, (_, index) => `password ${index}`)
const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const hashes = listed.map(sha1).toSorted()
let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-breached-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each([
  ['with counts', hashes.map((hash, index) => `${hash}:${index ** 2}`).join('\r\n') + '\r\n'],
  ['bare, without a last line break', hashes.join('\n')],
  ['of one line', hashes.slice(0, 1).join('\n')],
])('a list %s finds what is on it and nothing else', async (name, text) => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, text)
  const breached = new BreachedPasswords(file)

  const onList = new Set(text.match(/[0-9A-F]{40}/g))
  const answers = await Promise.all(listed.map((password) => breached.has(password)))
  expect(answers).toEqual(listed.map((password) => onList.has(sha1(password))))
  for (let index = 0; index < 200; index++) expect(await breached.has(`another ${index}`)).toBe(false)
})

test('an empty list holds nothing, a missing one is an error', async () => {
  const file = path.join(folder, 'empty')
  fs.writeFileSync(file, '')
  expect(await new BreachedPasswords(file).has('x')).toBe(false)
  await expect(new BreachedPasswords(path.join(folder, 'missing')).has('x')).rejects.toThrow('ENOENT')
})
