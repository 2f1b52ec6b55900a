import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { ArticleModule, ArticleNode } from '../article.ts'
import { compileArticle } from './compile-article.ts'
import { readFront } from './read-front.ts'

const FOLDER = path.join(import.meta.dirname, '../articles')
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
      this.addWatchFile(fileOf(slug))
      const article = compileArticle(slug, fs.readFileSync(fileOf(slug), 'utf8'))
      const front = `export const front = ${JSON.stringify({ ...article.front, seed: seedOf(slug) })}\n`
      if (onlyFront) return front
      const names = figureNames(article.body)
      return [
        ...names.map((name) => `import { ${componentOf(name)} } from '../figures/${name}.tsx'\n`),
        front,
        `export const contents = ${JSON.stringify(article.contents)}\n`,
        `export const neighbours = ${JSON.stringify(neighboursOf(slug))}\n`,
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

/** The articles before and after it by date: slugs and titles, so that a page needs no list of all. */
function neighboursOf(slug: string): ArticleModule['neighbours'] {
  const fronts = fs
    .readdirSync(FOLDER)
    .map((file) => readFront(path.parse(file).name, fs.readFileSync(path.join(FOLDER, file), 'utf8')).front)
    .sort((a, b) => a.date.localeCompare(b.date))
    .map((front) => ({ slug: front.slug, title: front.title }))
  const place = fronts.findIndex((front) => front.slug === slug)
  return { newer: fronts[place + 1] ?? null, older: fronts[place - 1] ?? null }
}

function fileOf(slug: string): string {
  return path.join(FOLDER, `${slug}.md`)
}

/** What the cover is drawn from. */
function seedOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex')
}
