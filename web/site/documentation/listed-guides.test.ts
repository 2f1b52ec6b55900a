import { expect, test } from 'vitest'
import type { PublicGuide } from '#contract/documentation/own-guides.ts'
import type { GuideFront } from './guide.ts'
import { listedGuides } from './listed-guides.ts'

const built = (slug: string): GuideFront => ({
  slug,
  title: slug,
  description: '',
  category: 'operations',
  level: 'Beginner',
  order: 1,
})
const own = (slug: string, replaces: string | null, section: PublicGuide['section'] = 'operations'): PublicGuide => ({
  slug,
  title: slug,
  description: '',
  section,
  place: 0,
  replaces,
  organisation: 'Engines',
})
const hrefs = (guides: readonly PublicGuide[]) =>
  listedGuides([built('a'), built('b')], guides, 'operations').map(({ href, by }) => [href, by])

test('own guides come behind those of the software, or where the one that they replace was', () => {
  expect(hrefs([])).toEqual([
    ['/documentation/a', null],
    ['/documentation/b', null],
  ])
  expect(hrefs([own('x', null), own('y', 'a', 'administration'), own('z', null, 'administration')])).toEqual([
    ['/documentation/own/y', 'Engines'],
    ['/documentation/b', null],
    ['/documentation/own/x', 'Engines'],
  ])
})

test('one that replaces a guide which the software no longer has is listed in its own section', () => {
  expect(hrefs([own('x', 'gone')]).at(-1)).toEqual(['/documentation/own/x', 'Engines'])
})
