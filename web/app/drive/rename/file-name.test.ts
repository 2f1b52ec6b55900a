import { expect, test } from 'vitest'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import { fileNameProblem, isTakenByAnother, stemLength } from './file-name.ts'

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
  spaceId: null,
  name,
  parentId: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  isStarred: false,
  trashedAt: null,
})

test('a name is taken by what lies beside it, but not by what is renamed itself', () => {
  const renamed = folder('1', 'Caf\u00e9.pdf')
  const siblings = [renamed, folder('2', 'Other.pdf')]
  expect(isTakenByAnother('Other.pdf', renamed, siblings)).toBe(true)
  expect(isTakenByAnother('Cafe\u0301.pdf', renamed, siblings)).toBe(false)
  expect(isTakenByAnother(' Caf\u00e9.pdf ', renamed, siblings)).toBe(false)
  expect(isTakenByAnother('Caf\u00e9.pdf', renamed, [...siblings, folder('3', renamed.name)])).toBe(true)
})
