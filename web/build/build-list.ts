import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { APP_SAMPLES } from '#contract/delivery/app-addresses.ts'
import type { BuildList, ListedFile } from '#contract/delivery/build-list.ts'
import { BASELINE_HEADERS, importMapsIn, policyOf } from '#contract/delivery/document-headers.ts'
import { GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'
import { PLACES } from '#contract/delivery/installation-places.ts'
import { OPERATOR_UNSTATED } from '#contract/delivery/operator.ts'
import program from '../../package.json' with { type: 'json' }

/** Never delivered under their own names, or copies in another encoding. */
const NOT_DELIVERED = /^(?:app\.html|build\.json|site\/.*|\..*)$|\.(?:br|gz)$/

/** With another character set the same bytes are another script or document. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
/** A WebAssembly module within a script: base64 of its first bytes (https://webassembly.github.io/spec/core/binary/modules.html). */
const WASM = /AGFzbQ[\w+/]+={0,2}/g

type SiteFile = { path: string; file: string; type: string }

/** @param documents addresses of the site with their files below `site`. */
export function listBuild(dist: string, documents: readonly SiteFile[]): BuildList {
  const headers: Record<string, string>[] = []
  const files: [address: string, listed: ListedFile][] = []
  const wasm = new Set<string>()
  const read = (file: string): Buffer => fs.readFileSync(path.join(dist, file))
  for (const file of filesIn(dist).filter((name) => !NOT_DELIVERED.test(name))) {
    const [content, type] = [read(file), TYPES[path.extname(file)]]
    files.push([
      `/${file}`,
      listed(content, at(headers, { ...BASELINE_HEADERS, ...(type && { 'content-type': type }) })),
    ])
    if (file.endsWith('.js')) for (const module of wasmIn(content)) wasm.add(module)
  }
  for (const { path: address, file, type } of documents) {
    const content = read(`site/${file}`)
    files.push([address, listed(content, at(headers, documentHeaders(content, type)), PLACES)])
  }
  const app = read('app.html')
  const listedApp = listed(app, at(headers, documentHeaders(app, 'text/html; charset=utf-8')))
  for (const address of APP_SAMPLES) files.push([address, listedApp])
  files.sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    format: 2,
    version: program.version,
    unstated: OPERATOR_UNSTATED,
    headers,
    // Fetched where it is installed, and compared before it runs.
    wasm: [...wasm, GRAMMAR_ENGINE.files.program.sha256].sort(),
    files: Object.fromEntries(files),
  }
}

/** The number of a set of headers in the list, where it is added when it is new. */
function at(headers: Record<string, string>[], set: Record<string, string>): number {
  const known = headers.findIndex((one) => JSON.stringify(one) === JSON.stringify(set))
  return known >= 0 ? known : headers.push(set) - 1
}

function documentHeaders(content: Buffer, type: string): Record<string, string> {
  const hashes = importMapsIn(content.toString()).map((map) => createHash('sha256').update(map).digest('base64'))
  return { ...BASELINE_HEADERS, ...policyOf(hashes), 'content-type': type }
}

function wasmIn(script: Buffer): string[] {
  const modules = script.toString().match(WASM) ?? []
  return modules.map((module) => sha256(Buffer.from(module, 'base64')))
}

function listed(content: Buffer, headers: number, places: readonly string[] = []): ListedFile {
  const found = places.flatMap((place) => offsetsOf(content, place).map((offset): [number, string] => [offset, place]))
  found.sort(([one], [other]) => one - other)
  return { sha256: sha256(content), bytes: content.length, headers, ...(found.length > 0 && { places: found }) }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function offsetsOf(content: Buffer, place: string): number[] {
  const offsets: number[] = []
  for (let at = content.indexOf(place); at >= 0; at = content.indexOf(place, at + place.length)) offsets.push(at)
  return offsets
}

/** Every file below a folder, by its path with slashes. */
export function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}
