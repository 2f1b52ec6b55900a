import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { ArticleNode } from '../article.ts'
import { compileArticle } from './compile-article.ts'

const ARTICLE = /\/blog\/articles\/([a-z0-9-]+)\.md(\?front)?$/

/**
 * Makes a module of each article: its record, its text as data, and the components of the figures it names, so that a page loads those
 * alone. With `?front` only the record, for lists.
 */
export function articles(): Plugin {
  return {
    name: 'articles',
    load(id) {
      const [, slug, onlyFront] = ARTICLE.exec(id.replaceAll('\\', '/')) ?? []
      if (!slug) return null
      const file = path.join(import.meta.dirname, '../articles', `${slug}.md`)
      this.addWatchFile(file)
      const article = compileArticle(slug, fs.readFileSync(file, 'utf8'))
      const front = `export const front = ${JSON.stringify({ ...article.front, seed: seedOf(slug) })}\n`
      if (onlyFront) return front
      const names = figureNames(article.body)
      return [
        ...names.map((name) => `import { ${componentOf(name)} } from '../figures/${name}.tsx'\n`),
        front,
        `export const contents = ${JSON.stringify(article.contents)}\n`,
        `export const body = ${JSON.stringify(article.body)}\n`,
        `export const figures = { ${names.map((name) => `'${name}': ${componentOf(name)}`).join(', ')} }\n`,
      ].join('')
    },
  }
}

/** Names of the figures in the order of the text. */
export function figureNames(body: readonly ArticleNode[]): string[] {
  return body.flatMap((node) => (typeof node !== 'string' && node.tag === 'figure' ? [node.name] : []))
}

/** `merkle-path` exports `MerklePath`. */
export function componentOf(figure: string): string {
  return figure.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** What the cover is drawn from. */
function seedOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex')
}
