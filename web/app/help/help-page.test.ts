import { expect, test } from 'vitest'
import { help } from '#web/messages/help/help.ts'
import { matchingGuides } from './help-page.tsx'

const ids = (search: string) => matchingGuides(help.topics, search).flatMap(({ guides }) => guides.map(({ id }) => id))

test('every word must be in the guide, in any order and case', () => {
  expect(ids('PASSWORD forgot')).toContain('forgotten-password')
  expect(ids('csv')).toEqual(['assign-training', 'audit-export'])
  expect(ids('xyzzy')).toEqual([])
  expect(ids('share colleague')).toContain('share-person')
  expect(ids('link password days')).toContain('share-link')
  expect(ids('restore trash')).toContain('trash')
  expect(ids('earlier version')).toContain('versions')
  expect(ids('folder move')).toContain('folders')
  expect(ids('role')).toContain('roles')
  expect(ids('lost phone')).toContain('lost-phone')
})

test('without words every guide is there, each with a name of its own, and so is every topic', () => {
  const all = ids('  ')
  expect(all.length).toBeGreaterThanOrEqual(12)
  expect(new Set(all).size).toBe(all.length)
  const titles = help.topics.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
