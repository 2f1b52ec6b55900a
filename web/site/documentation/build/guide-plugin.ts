import fs from 'node:fs'
import path from 'node:path'
import MiniSearch from 'minisearch'
import type { Plugin } from 'vite'
import { SEARCH_OPTIONS } from '../search-options.ts'
import { compileGuide, sectionsOf } from './compile-guide.ts'
import { compileWire } from './compile-wire.ts'

const GUIDE = /\/documentation\/guides\/([a-z0-9-]+)\.md(\?front)?$/
const INDEX = 'virtual:guide-index'
const WIRE = 'virtual:wire'
const WIRE_FILE = path.join(import.meta.dirname, '../../../../docs/wire.md')
const FOLDER = path.join(import.meta.dirname, '../guides')

/** Makes a module of each guide (with `?front` of its record alone, for lists), of the index that the search loads, and of the services that the reference lists. */
export function guides(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === INDEX || id === WIRE ? `\0${id}` : null),
    load(id) {
      if (id === `\0${INDEX}`) return `export const index = ${JSON.stringify(JSON.stringify(guideIndex()))}\n`
      if (id === `\0${WIRE}`) {
        this.addWatchFile(WIRE_FILE)
        return `export const services = ${JSON.stringify(compileWire(fs.readFileSync(WIRE_FILE, 'utf8')))}\n`
      }
      const [, slug, onlyFront] = GUIDE.exec(id.replaceAll('\\', '/')) ?? []
      if (!slug) return null
      const file = path.join(FOLDER, `${slug}.md`)
      this.addWatchFile(file)
      const { front, contents, body } = compileGuide(slug, fs.readFileSync(file, 'utf8'))
      const record = `export const front = ${JSON.stringify(front)}\n`
      return onlyFront
        ? record
        : `${record}export const contents = ${JSON.stringify(contents)}\nexport const body = ${JSON.stringify(body)}\n`
    },
  }
}

/** The full-text index of every guide. */
export function guideIndex(): MiniSearch {
  const index = new MiniSearch(SEARCH_OPTIONS)
  for (const file of fs.readdirSync(FOLDER).toSorted()) {
    const slug = file.replace(/\.md$/, '')
    index.addAll(sectionsOf(compileGuide(slug, fs.readFileSync(path.join(FOLDER, file), 'utf8'))))
  }
  return index
}
