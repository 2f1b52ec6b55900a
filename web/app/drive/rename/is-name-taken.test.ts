import { expect, test } from 'vitest'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import { isNameTaken } from './is-name-taken.ts'

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
