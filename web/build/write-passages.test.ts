import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { inPieces, passages, places } from './write-passages.ts'

test('every guide of the site and of the app is in the passages, with the address of its heading', () => {
  const all = passages()
  const guides = fs.readdirSync(path.join(import.meta.dirname, '../site/documentation/guides'))
  for (const file of guides) {
    const slug = file.replace(/\.md$/, '')
    expect(
      all.some(({ address }) => address.split('#')[0] === `/documentation/${slug}`),
      slug,
    ).toBe(true)
  }
  expect(all.some(({ address, title }) => address === '/dashboard/help#upload' && title === 'Upload files')).toBe(true)
  expect(all.filter(({ text }) => text.length === 0 || text.length > 700)).toEqual([])
})

test('a piece has whole sentences, and nothing is lost', () => {
  expect(inPieces('One is here. Two is here. Three is here.', 26)).toEqual([
    'One is here. Two is here.',
    'Three is here.',
  ])
  const long = `${'word '.repeat(60)}end.`
  const pieces = inPieces(long, 100)
  expect(pieces.every((piece) => piece.length <= 100)).toBe(true)
  expect(pieces.join(' ').replaceAll(/\s+/g, ' ')).toBe(long)
})

test('every page of the panel is a place once, and its rights are those of the page', () => {
  const all = places()
  expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
  for (const { path: page, permission, isOfOperator } of ADMIN_PAGES) {
    const of = all.filter(({ address }) => address.split('?')[0] === page)
    expect(of, page).not.toEqual([])
    for (const one of of) expect(one).toMatchObject({ permission, isOfOperator, opensAdmin: true })
  }
  expect(all.filter(({ says }) => says.length === 0)).toEqual([])
})
