import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { BUILD_FOLDER } from '../http/site-documents.ts'
import type { Answer, Site } from './site.ts'

const documents = z.array(z.object({ path: z.string(), file: z.string(), type: z.string() }))

export type PublicPage = { path: string; title: string }

const NOT_FOUND = '/404'
const TITLE = /<title>([^<]*)<\/title>/

export const titleOf = (html: string): string => TITLE.exec(html)?.[1] ?? ''

/** The pages of the public site as they were built; none before the first build. */
export function publicPages(): PublicPage[] {
  const list = path.join(BUILD_FOLDER, 'site/documents.json')
  if (!fs.existsSync(list)) return []
  return documents
    .parse(JSON.parse(fs.readFileSync(list, 'utf8')))
    .filter(({ path: address, type }) => type.startsWith('text/html') && address !== NOT_FOUND)
    .map(({ path: address, file }) => ({
      path: address,
      title: titleOf(fs.readFileSync(path.join(BUILD_FOLDER, 'site', file), 'utf8')),
    }))
}

const WIDTH = 6

/** Asks for each of `addresses` as a browser that goes there, a few at a time. @returns what `look` makes of the answers, in the order in which they came. */
export async function askAll<T>(
  site: Site,
  addresses: readonly string[],
  look: (address: string, answer: Answer) => T,
): Promise<T[]> {
  const waiting = [...addresses]
  const found: T[] = []
  const work = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      // Guides as they were built: who asks for a page may be shown one that the operator wrote instead.
      const accept = address.startsWith('/documentation/') ? '*/*' : 'text/html,*/*'
      const answer = await site.ask(address, { headers: { accept } })
      found.push(look(address, answer))
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return found
}

const REFERENCE = /\s(?:href|src)="([^"]+)"/g

/** Addresses of this site that a page refers to, with what stands behind `#`. */
export function referencesIn(html: string, page: string, origin: string): { path: string; anchor: string }[] {
  return [...html.matchAll(REFERENCE)].flatMap(([, target = '']) => {
    const url = URL.canParse(target, origin + page)
      ? new URL(target.replaceAll('&amp;', '&'), origin + page)
      : undefined
    if (!url || url.origin !== new URL(origin).origin) return []
    return [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }]
  })
}
