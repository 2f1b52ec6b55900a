import fs from 'node:fs'
import path from 'node:path'
import { publicPages } from '../checks/pages.ts'
import { BUILD_FOLDER } from '../http/site-documents.ts'

const PREFIX = '/documentation/'
/** A page of its own kind, which asks this server: nobody writes another one. */
const REFERENCE = 'api-reference'
const TITLE_END = / · QuantumShield$/
const STYLESHEET = /<link rel="stylesheet"[^>]*\shref="([^"]+)"/g

type BuiltGuide = { slug: string; title: string }
let built: readonly BuiltGuide[] | undefined

/** The guides of the software as they were built. */
export function builtGuides(): readonly BuiltGuide[] {
  built ??= publicPages().flatMap(({ path: address, title }) => {
    const slug = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : REFERENCE
    return slug === REFERENCE ? [] : [{ slug, title: withoutEntities(title).replace(TITLE_END, '') }]
  })
  return built
}

/** Addresses of the stylesheets of the site; none before the first build. */
export function siteStylesheets(): string[] {
  const page = path.join(BUILD_FOLDER, 'site', 'index.html')
  if (!fs.existsSync(page)) return []
  return [...fs.readFileSync(page, 'utf8').matchAll(STYLESHEET)].map(([, address = '']) => address)
}

/** As the prerendering writes them. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
