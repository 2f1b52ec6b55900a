import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { importMapsIn, policyOf } from '#contract/delivery/document-headers.ts'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import type { OperatorSettings } from '../operator-settings.ts'
import type { Frames } from './frames.ts'
import { PublicContent } from './encodings.ts'
import { browserManifest } from './browser-manifest.ts'

/** Where the build of the pages lies. */
export const BUILD_FOLDER = path.resolve(import.meta.dirname, '../../web/dist')
const SITE = path.join(BUILD_FOLDER, 'site')
const ONE_YEAR_SECONDS = 31_536_000

/** What the page for unknown addresses was prerendered as. */
const NOT_FOUND = '/404'

/** Leads to the source of what runs here; without the setting, the page there says that none is named. */
const SOURCE = '/source'

/** What the documents of a build say about the installation that serves them. */
type Installation = { publicUrl: string; operator: OperatorSettings }

/** Where the page of a document of the site leads instead; undefined says nowhere. */
export type ReplacementOf = (path: string) => Promise<string | undefined>

/** Where addresses lead that are nothing else; undefined says nowhere. */
export type FindRedirect = (path: string) => Promise<Redirect | undefined>
export type Redirect = { to: string; isPermanent: boolean }

const nowhere = async (): Promise<undefined> => undefined

/** A document with the policy that its import map needs, and in a browser's own list the address of that. */
type Document = { text: string; content: PublicContent; type: string; headers: Record<string, string> }

/**
 * Serves the built web: hashed assets for ever, documents checked each time, the prerendered site under its addresses, the app under its
 * own, and for anything else the page that says so, with status 404.
 */
export async function webApp(
  app: FastifyInstance,
  {
    publicUrl,
    operator,
    frames,
    findRedirect = nowhere,
    replacementOf = nowhere,
  }: Installation & { frames: Frames; findRedirect?: FindRedirect; replacementOf?: ReplacementOf },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: BUILD_FOLDER,
    serve: true,
    wildcard: false,
    globIgnore: ['site/**', 'app.html', '.*', '.*/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(path.join(BUILD_FOLDER, 'assets') + path.sep)
      response.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const appDocument = readDocument(path.join(BUILD_FOLDER, 'app.html'), 'text/html; charset=utf-8')
  const site = readSite(wordsInDocuments(publicUrl, operator.facts))
  listForBrowsers(app, { publicUrl, appDocument, site })
  const { sourceUrl } = operator
  if (sourceUrl) app.get(SOURCE, async (_, reply) => reply.header('cache-control', 'no-cache').redirect(sourceUrl, 302))
  const send = sendDocuments(frames)
  for (const [address, document] of site) {
    if (address === NOT_FOUND || (address === SOURCE && sourceUrl)) continue
    app.get(address, async (request, reply) => {
      // Programs that compare what is delivered with what was built do not ask for a page, and get the built document.
      const isPage = (request.headers.accept ?? '').includes('text/html')
      const instead = isPage ? await replacementOf(address) : undefined
      if (instead !== undefined) return reply.header('cache-control', 'no-cache').redirect(instead, 302)
      return send(request, reply, { document, status: 200 })
    })
  }
  if (!site.has('/')) app.get('/', async (request, reply) => send(request, reply, { document: undefined, status: 200 }))
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/', query] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && APP_PATHS.test(pathname)) return send(request, reply, { document: appDocument, status: 200 })
    const wantsDocument = isRead && (request.headers.accept ?? '').includes('text/html')
    const withoutSlash = pathname.replace(/\/+$/, '')
    if (wantsDocument && withoutSlash !== pathname && site.has(withoutSlash)) {
      return reply.redirect(query === undefined ? withoutSlash : `${withoutSlash}?${query}`, 308)
    }
    const redirect = wantsDocument ? await findRedirect(pathname) : undefined
    if (redirect) return follow(reply, redirect, query)
    if (!wantsDocument || /\.\w+$/.test(pathname)) {
      return reply.code(404).send({ code: 'not_found', message: `There is nothing at ${request.method} ${pathname}` })
    }
    return send(request, reply, { document: site.get(NOT_FOUND), status: 404 })
  })
}

/** The text of the list of everything that is delivered; undefined before the first build. */
export function readBuildList(): string | undefined {
  const list = path.join(BUILD_FOLDER, 'build.json')
  return fs.existsSync(list) ? fs.readFileSync(list, 'utf8') : undefined
}

/** SHA-256 of the list of everything that is delivered, and how many files it names; undefined before the first build. */
export function webBuildHash(): { sha256: string; files: number } | undefined {
  const text = readBuildList()
  if (text === undefined) return undefined
  const { files } = JSON.parse(text) as BuildList
  return { sha256: createHash('sha256').update(text).digest('hex'), files: Object.keys(files).length }
}

/** Serves the list for browsers that compare by themselves, and names it in the headers of documents. */
function listForBrowsers(
  app: FastifyInstance,
  {
    publicUrl,
    appDocument,
    site,
  }: { publicUrl: string; appDocument: Document | undefined; site: Map<string, Document> },
): void {
  if (!appDocument) return
  const list = JSON.parse(fs.readFileSync(path.join(BUILD_FOLDER, 'build.json'), 'utf8')) as BuildList
  const documents = new Map([...site].map(([address, { text }]) => [address, text]))
  const { address, content, header } = browserManifest(list, {
    publicUrl,
    documents,
    anywhere: [appDocument.text, ...(documents.has(NOT_FOUND) ? [documents.get(NOT_FOUND) ?? ''] : [])],
  })
  for (const { headers } of [appDocument, ...site.values()]) Object.assign(headers, header)
  const answer = new PublicContent(content)
  app.get(address, async (request, reply) => {
    reply.type('application/waict-integrity-manifest')
    reply.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    return answer.send(request, reply)
  })
}

/** Names what is served: the beginning of that hash. */
export function webBuild(): string {
  return webBuildHash()?.sha256.slice(0, 12) ?? 'not built'
}

/** The prerendered documents by the address they answer, with the words of the installation in their places. */
function readSite(words: ReadonlyMap<string, string>): Map<string, Document> {
  const index = path.join(SITE, 'documents.json')
  if (!fs.existsSync(index)) return new Map()
  const documents = JSON.parse(fs.readFileSync(index, 'utf8')) as { path: string; file: string; type: string }[]
  return new Map(
    documents.map(({ path: address, file, type }) => {
      return [address, toDocument(withWords(fs.readFileSync(path.join(SITE, file), 'utf8'), words), type)]
    }),
  )
}

function withWords(built: string, words: ReadonlyMap<string, string>): string {
  return [...words].reduce((text, [place, word]) => text.replaceAll(place, () => word), built)
}

function readDocument(file: string, type: string): Document | undefined {
  return fs.existsSync(file) ? toDocument(fs.readFileSync(file, 'utf8'), type) : undefined
}

function toDocument(text: string, type: string): Document {
  const hashes = importMapsIn(text).map((map) => createHash('sha256').update(map).digest('base64'))
  return { text, content: new PublicContent(text), type, headers: policyOf(hashes) }
}

/** What stands behind the question mark comes along, unless the new address has its own. */
function follow(reply: FastifyReply, { to, isPermanent }: Redirect, query: string | undefined): FastifyReply {
  const target = query === undefined || /[?#]/.test(to) ? to : `${to}?${query}`
  return reply.header('cache-control', 'no-cache').redirect(target, isPermanent ? 301 : 302)
}

type Answered = { document: Document | undefined; status: number }

const sendDocuments =
  (frames: Frames) =>
  async (request: FastifyRequest, reply: FastifyReply, { document, status }: Answered) => {
    if (!document) {
      return reply.code(503).type('text/plain').send('The web app is not built yet: run npm start, or npm run build.')
    }
    const { type, content, headers } = document
    const framed = await frames.headersFor(request, headers['content-security-policy'])
    reply.code(status).type(type).header('cache-control', 'no-cache').headers(headers).headers(framed)
    return content.send(request, reply)
  }
