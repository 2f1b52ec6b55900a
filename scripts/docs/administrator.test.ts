import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WHO_BECOMES_ADMINISTRATOR, claimNotice } from '#server/auth/account/installation.ts'

const root = path.resolve(import.meta.dirname, '../..')
const PAGES = ['README.md', 'docs/self-hosting.md', 'web/site/documentation/guides/quick-start.md']

test.each(PAGES)('%s says who becomes administrator, in the words of the server and no others', (page) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8').replaceAll(/\s+/g, ' ')
  expect(text).toContain(WHO_BECOMES_ADMINISTRATOR)
  expect(text.replace(WHO_BECOMES_ADMINISTRATOR, '')).not.toMatch(/administrator/i)
})

test('so does the start, with the link at the end of its line', () => {
  const said = claimNotice('https://files.example.org/claim#secret')
  expect(said).toContain(WHO_BECOMES_ADMINISTRATOR.replaceAll('`', ''))
  expect(said).toMatch(/ https:\/\/files\.example\.org\/claim#secret$/)
})
