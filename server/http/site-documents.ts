import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { importMapsIn, policyOf } from '#contract/delivery/document-headers.ts'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import type { OperatorSettings } from '../operator-settings.ts'
import { browserManifest } from './browser-manifest.ts'
import { PublicContent } from './encodings.ts'

/** Where the build of the pages lies. */
export const BUILD_FOLDER = path.resolve(import.meta.dirname, '../../web/dist')
const SITE = path.join(BUILD_FOLDER, 'site')
/** Address that the page for unknown addresses was prerendered under. */
export const NOT_FOUND = '/404'

/** What the documents of a build say about the installation that serves them. */
export type Installation = { publicUrl: string; operator: OperatorSettings }

/** A document with the policy that its import map needs, and the address of the list for browsers. */
export type Document = { text: string; content: PublicContent; type: string; headers: Record<string, string> }

type Listed = { path: string; file: string; type: string }
type Manifest = { address: string; content: PublicContent }
type Read = { app: Document | undefined; site: Map<string, Document>; manifest: Manifest | undefined }

/**
 * The documents of the build with the words of the installation in their places. They are read when the first one is asked for: with the routes of
 * `web-app.ts` that was 40 % of a start (194 and 205 ms of processor, now 107 and 137). Their addresses are known before.
 */
export class SiteDocuments {
  /** Those of the site, in the order of the build; empty before the first build. */
  readonly addresses: readonly string[]
  readonly #installation: Installation
  readonly #listed: readonly Listed[]
  #read: Read | undefined

  constructor(installation: Installation) {
    const index = path.join(SITE, 'documents.json')
    this.#installation = installation
    this.#listed = fs.existsSync(index) ? (JSON.parse(fs.readFileSync(index, 'utf8')) as Listed[]) : []
    this.addresses = this.#listed.map((document) => document.path)
  }

  has(address: string): boolean {
    return this.addresses.includes(address)
  }

  /** The one of the site that answers at that address. */
  at(address: string): Document | undefined {
    return this.#all().site.get(address)
  }

  /** The app; undefined before the first build. */
  get app(): Document | undefined {
    return this.#all().app
  }

  /** The list for browsers that compare by themselves; undefined before the first build. */
  get manifest(): Manifest | undefined {
    return this.#all().manifest
  }

  #all(): Read {
    this.#read ??= this.#readAll()
    return this.#read
  }

  #readAll(): Read {
    const { publicUrl, operator } = this.#installation
    const words = wordsInDocuments(publicUrl, operator.facts)
    const file = path.join(BUILD_FOLDER, 'app.html')
    const app = fs.existsSync(file) ? toDocument(fs.readFileSync(file, 'utf8'), 'text/html; charset=utf-8') : undefined
    const site = new Map(
      this.#listed.map(({ path: address, file: name, type }) => {
        return [address, toDocument(withWords(fs.readFileSync(path.join(SITE, name), 'utf8'), words), type)]
      }),
    )
    return { app, site, manifest: app && listForBrowsers({ publicUrl, app, site }) }
  }
}

/** The list for browsers, named in the headers of the documents. */
function listForBrowsers(all: { publicUrl: string; app: Document; site: Map<string, Document> }): Manifest {
  const { publicUrl, app, site } = all
  const list = JSON.parse(fs.readFileSync(path.join(BUILD_FOLDER, 'build.json'), 'utf8')) as BuildList
  const documents = new Map([...site].map(([address, { text }]) => [address, text]))
  const { address, content, header } = browserManifest(list, {
    publicUrl,
    documents,
    anywhere: [app.text, ...(documents.has(NOT_FOUND) ? [documents.get(NOT_FOUND) ?? ''] : [])],
  })
  for (const { headers } of [app, ...site.values()]) Object.assign(headers, header)
  return { address, content: new PublicContent(content) }
}

function withWords(built: string, words: ReadonlyMap<string, string>): string {
  return [...words].reduce((text, [place, word]) => text.replaceAll(place, () => word), built)
}

function toDocument(text: string, type: string): Document {
  const hashes = importMapsIn(text).map((map) => createHash('sha256').update(map).digest('base64'))
  return { text, content: new PublicContent(text), type, headers: policyOf(hashes) }
}
