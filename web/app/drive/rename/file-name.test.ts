import { expect, test } from 'vitest'
import { fileNameProblem, stemLength, isNameTaken } from './file-name.ts'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'

test.each([
  ['report.pdf', true],
  ['.env', true],
  ['   ', false],
  ['a/b.txt', false],
  ['a\\b.txt', false],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['é'.repeat(128), false],
])('"%s" is a usable name: %s', (name, isUsable) => {
  expect(fileNameProblem(name) === null).toBe(isUsable)
})

test('a rename selects the name without its extension', () => {
  expect(stemLength('report.final.pdf')).toBe(12)
  expect(stemLength('.env')).toBe(4)
  expect(stemLength('LICENSE')).toBe(7)
})

const folder = (id: string, name: string): VaultFolder => ({
  id,
  name,
  parentId: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  isStarred: false,
  trashedAt: null,
})
const there = [folder('1', 'Caf\u00e9.pdf'), folder('2', 'Other.pdf')]

test('a name is taken by what is there, however it is written, but not by what is renamed', () => {
  expect(isNameTaken('Cafe\u0301.pdf', there)).toBe(true)
  expect(isNameTaken(' Other.pdf ', there)).toBe(true)
  expect(isNameTaken('Other.pdf', there, there[1])).toBe(false)
  expect(isNameTaken('other.pdf', there)).toBe(false)
})
