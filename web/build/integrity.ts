import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { SERVICE_WORKER } from '#contract/delivery/build-list.ts'

/** What Vite's manifest says about one entry or chunk. */
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

/** Subresource Integrity as it stands in attributes and import maps. */
export type Integrity = (address: string) => string

const TAG = /<(?:script|link)\b[^>]*>/g
const ADDRESS = /\s(?:src|href)="(\/[^"]+)"/
const WORKER = /\/assets\/[\w-]+\.worker-[\w-]+\.js/g

/** Reads files of the build. @throws Error for an address that is none. */
export function integrityIn(dist: string): Integrity {
  const known = new Map<string, string>()
  return (address) => {
    const integrity = known.get(address) ?? integrityOf(fs.readFileSync(path.join(dist, address)))
    known.set(address, integrity)
    return integrity
  }
}

/**
 * Addresses of every script that a document can come to load: its entry, the chunks that it imports, at once or later, and the workers
 * that they name, the service worker as well.
 */
export function scriptsOf(dist: string, entry: string): string[] {
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const reached = new Set<string>()
  const waiting = [entry]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    const address = `/${chunk.file}`
    if (reached.has(address)) continue
    reached.add(address)
    waiting.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []))
  }
  const scripts = [...reached].filter((address) => address.endsWith('.js'))
  const workers = scripts.flatMap((script) => fs.readFileSync(path.join(dist, script), 'utf8').match(WORKER) ?? [])
  return [...new Set([...scripts, ...workers, SERVICE_WORKER])].toSorted()
}

/**
 * Binds the scripts and styles of a document to their content: `integrity` on each tag, and an import map for what is loaded later and for
 * workers (`web/lib/remote/trusted-worker.ts` reads it). The map is the only thing inline; the server names its hash in the policy.
 */
export function withIntegrity(html: string, scripts: string[], integrity: Integrity): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end).replace(TAG, (tag) => {
    const address = ADDRESS.exec(tag)?.[1]
    const isChecked = tag.startsWith('<script') || /\srel="(?:stylesheet|modulepreload)"/.test(tag)
    if (!address || !isChecked) return tag
    // `Integrity-Policy` counts a hash only where the request is made by CORS.
    const cors = /\scrossorigin\b/.test(tag) ? '' : ' crossorigin'
    return `${tag.slice(0, -1)}${cors} integrity="${integrity(address)}">`
  })
  const map = JSON.stringify({ integrity: Object.fromEntries(scripts.map((script) => [script, integrity(script)])) })
  // Before the first module, or the browser ignores it.
  return (
    head.replace('<meta charset="utf-8">', (meta) => `${meta}\n    <script type="importmap">${map}</script>`) +
    html.slice(end)
  )
}

function integrityOf(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
