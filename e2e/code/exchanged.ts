import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import type { BuildList } from '#contract/delivery/build-list.ts'
import type { Alteration } from '../../test/support/altering-proxy.ts'

const DIST = path.resolve(import.meta.dirname, '../../web/dist')
const MARK = ';globalThis.isExchanged = true;'
const inPlace = (text: string) => text.replace('<body', '<body data-exchanged')
const evil = (text: string) => `${text}${MARK}`

/** One way to exchange what is delivered. */
type Exchange = {
  /** As the table of docs/code-in-the-open.md names it. */
  name: string
  alterations: Alteration[]
  /** Where a browser meets it. */
  page: '/login' | '/proof'
  /** The file that the command has to name; undefined when there is none that it could. */
  file?: string
}

/** Each alone, and for everybody. */
export const FILES: readonly Exchange[] = [
  one('document of the app', '/login', { at: '/login', body: inPlace }),
  one('document of the site', '/proof', { at: '/proof', body: inPlace }),
  one('script at the start', '/login', { at: '/theme.js', body: evil }),
  one('script that is loaded later', '/login', { at: asset(/^signing-in-.*\.js$/), body: evil }),
  one('worker', '/login', { at: asset(/^vault\.worker-.*\.js$/), body: evil }),
  one('WebAssembly', '/login', {
    at: asset(/^vault\.worker-.*\.js$/),
    body: (text) =>
      text.replace(/(AGFzbQ[\w+/]{40})(.)/, (_, before: string, last: string) => before + (last === 'A' ? 'B' : 'A')),
  }),
  one('style', '/login', { at: asset(/^app-.*\.css$/), body: (text) => `${text}body{--exchanged:1}` }),
  one('service worker', '/proof', { at: '/sw.js', body: evil }),
  one('Content-Security-Policy', '/login', {
    at: '/login',
    headers: { 'content-security-policy': `default-src * blob: data: 'unsafe-inline' 'unsafe-eval'` },
  }),
  one('Integrity-Policy', '/login', { at: '/login', headers: { 'integrity-policy': undefined } }),
  one('compressed copy of a script', '/login', { at: '/theme.js', body: evil, only: 'br' }),
]

/** Whoever exchanges a script exchanges the documents that name its hash. */
export function scriptAndDocuments(): Alteration[] {
  const theme = read('theme.js')
  const rebound = (text: string) => text.replaceAll(sri(theme), sri(evil(theme)))
  return [
    { at: '/theme.js', body: evil },
    { at: APP_PATHS, body: rebound },
    { at: '/proof', body: rebound },
  ]
}

/** And the lists of the server, so that everything it says fits together. @param forBrowsers its list for browsers, and where that lies */
export function everything(forBrowsers: { address: string; text: string }): Alteration[] {
  const theme = read('theme.js')
  const changed = new Map(
    ['theme.js', 'app.html', 'site/proof.html'].map((file) => {
      const text = read(file)
      return [hex(text), file === 'theme.js' ? evil(theme) : text.replaceAll(sri(theme), sri(evil(theme)))]
    }),
  )
  const listed = (text: string) => {
    const list = JSON.parse(text) as BuildList
    const files = Object.entries(list.files).map(([address, file]) => {
      const content = changed.get(file.sha256)
      return [address, content ? { ...file, sha256: hex(content), bytes: Buffer.byteLength(content) } : file]
    })
    return JSON.stringify({ ...list, files: Object.fromEntries(files) })
  }
  const relisted = [...changed].reduce((text, [sha256, content]) => {
    return text.replaceAll(base64Url(sha256), base64Url(hex(content)))
  }, forBrowsers.text)
  // It has its hash in its address, so another one lies elsewhere.
  const elsewhere = forBrowsers.address.slice(0, -22) + base64Url(hex(relisted)).slice(0, 22)
  const policy = `max-age=0, mode-script=report, manifest="${elsewhere}"`
  return [
    ...scriptAndDocuments(),
    { at: '/build.json', body: listed },
    { at: elsewhere, from: forBrowsers.address, body: () => relisted },
    { at: '/', headers: { 'integrity-policy-waict-v1': policy } },
  ]
}

function one(name: string, page: Exchange['page'], alteration: Alteration & { at: string }): Exchange {
  return { name, page, alterations: [alteration], file: alteration.at }
}

function asset(name: RegExp): string {
  const file = fs.readdirSync(path.join(DIST, 'assets')).find((each) => name.test(each))
  if (!file) throw new Error(`the build has no ${name}`)
  return `/assets/${file}`
}

const read = (file: string): string => fs.readFileSync(path.join(DIST, file), 'utf8')
const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const sri = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
const base64Url = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64url')
