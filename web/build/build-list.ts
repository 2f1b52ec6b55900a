import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { APP_SAMPLES } from '#contract/app-addresses.ts'
import { ORIGIN_PLACE } from '#contract/installation-places.ts'
import { OPERATOR_FACTS, OPERATOR_UNSTATED, operatorPlace } from '#contract/operator.ts'

/** One delivered file. In `places` the server puts words of the installation: byte offset in the built file, and what stands there. */
type Listed = { sha256: string; bytes: number; places?: [offset: number, place: string][] }

/** What `scripts/verify-delivery.mjs` compares a server with: `/build.json`, which lists every delivered file but itself. */
export type BuildList = { format: 1; unstated: string; files: Record<string, Listed> }

const PLACES = [ORIGIN_PLACE, ...OPERATOR_FACTS.map(operatorPlace)]
/** Never delivered under their own names, or copies in another encoding. */
const NOT_DELIVERED = /^(?:app\.html|build\.json|site\/.*|\..*)$|\.(?:br|gz)$/

/** @param documents addresses of the site with their files below `site`. */
export function listBuild(dist: string, documents: { path: string; file: string }[]): BuildList {
  const files: [address: string, listed: Listed][] = []
  for (const file of filesIn(dist).filter((name) => !NOT_DELIVERED.test(name))) {
    files.push([`/${file}`, listed(fs.readFileSync(path.join(dist, file)))])
  }
  for (const { path: address, file } of documents) {
    files.push([address, listed(fs.readFileSync(path.join(dist, 'site', file)), PLACES)])
  }
  const app = listed(fs.readFileSync(path.join(dist, 'app.html')))
  for (const address of APP_SAMPLES) files.push([address, app])
  files.sort(([one], [other]) => (one < other ? -1 : 1))
  return { format: 1, unstated: OPERATOR_UNSTATED, files: Object.fromEntries(files) }
}

function listed(content: Buffer, places: string[] = []): Listed {
  const found = places.flatMap((place) => offsetsOf(content, place).map((offset): [number, string] => [offset, place]))
  found.sort(([one], [other]) => one - other)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { sha256, bytes: content.length, ...(found.length > 0 && { places: found }) }
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
