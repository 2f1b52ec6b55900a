import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ArticleNode } from '../blog/article.ts'
import { isElsewhere } from '../../ui/site/site-link.tsx'
import { compileGuide } from './build/compile-guide.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const FOLDER = path.join(import.meta.dirname, 'guides')
const slugs = fs.readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ''))
const sourceOf = (slug: string) => fs.readFileSync(path.join(FOLDER, `${slug}.md`), 'utf8')

/** The entries of the list below a heading, each in one line. */
function listBelow(heading: string, text: string): string[] {
  const [, part = ''] = text.split(`\n## ${heading}\n`)
  const [list = ''] = part.trimStart().split(/\n\n|\n## /)
  return list
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
}

test('there is one list of what the server sees', () => {
  const security = fs.readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8')
  const list = listBelow('What the server sees', security)
  expect(list.length).toBeGreaterThan(12)
  expect(listBelow('It sees', sourceOf('what-the-server-sees'))).toEqual(list)
})

test.each(slugs)('%s links to guides and places that exist', (slug) => {
  const ids = new Map(
    slugs.map((one) => [
      one,
      compileGuide(one, sourceOf(one)).body.flatMap((node) =>
        typeof node !== 'string' && 'id' in node ? [node.id] : [],
      ),
    ]),
  )
  const targets = links(compileGuide(slug, sourceOf(slug)).body).filter((href) => href.startsWith('/documentation/'))
  for (const target of targets) {
    const [page = '', id] = target.slice('/documentation/'.length).split('#')
    if (page === 'api-reference') continue
    expect([...ids.keys()], target).toContain(page)
    if (id !== undefined) expect(ids.get(page), target).toContain(id)
  }
})

function links(nodes: readonly ArticleNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || !('children' in node)) return []
    return [...(node.tag === 'a' && !isElsewhere(node.href) ? [node.href] : []), ...links(node.children)]
  })
}
