import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_PATHS } from '#contract/app-addresses.ts'
import { installationWords } from '#contract/installation-places.ts'
import { markup } from '../mail/markup.ts'
import type { OperatorSettings } from '../operator-settings.ts'
import { PublicContent } from './encodings.ts'
import { withInlineScripts } from './security-headers.ts'

const DIST = path.resolve(import.meta.dirname, '../../web/dist')
const SITE = path.join(DIST, 'site')
const ONE_YEAR_SECONDS = 31_536_000

/** What the page for unknown addresses was prerendered as. */
const NOT_FOUND = '/404'

/** Leads to the source of what runs here; without the setting, the page there says that none is named. */
const SOURCE = '/source'

/** The one inline script: hashes of what a document loads later (web/build/integrity.ts). */
const IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/g

/** What the documents of a build say about the installation that serves them. */
type Installation = { publicUrl: string; operator: OperatorSettings }

/** A document with the policy that its import map needs. */
type Document = { content: PublicContent; type: string; policy: Record<string, string> }

/**
 * Serves the built web: hashed assets for ever, documents checked each time, the prerendered site under its addresses, the app under its
 * own, and for anything else the page that says so, with status 404.
 */
export async function webApp(app: FastifyInstance, { publicUrl, operator }: Installation): Promise<void> {
  await app.register(fastifyStatic, {
    root: DIST,
    serve: true,
    wildcard: false,
    globIgnore: ['site/**', 'app.html', '.*', '.*/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(path.join(DIST, 'assets') + path.sep)
      response.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const appDocument = readDocument(path.join(DIST, 'app.html'), 'text/html; charset=utf-8')
  const site = readSite(installationWords(publicUrl, operator.facts))
  const { sourceUrl } = operator
  if (sourceUrl) app.get(SOURCE, async (_, reply) => reply.header('cache-control', 'no-cache').redirect(sourceUrl, 302))
  for (const [address, document] of site) {
    if (address === NOT_FOUND || (address === SOURCE && sourceUrl)) continue
    app.get(address, async (request, reply) => sendDocument(request, reply, { document, status: 200 }))
  }
  if (!site.has('/'))
    app.get('/', async (request, reply) => sendDocument(request, reply, { document: undefined, status: 200 }))
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/', query] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && APP_PATHS.test(pathname)) return sendDocument(request, reply, { document: appDocument, status: 200 })
    const wantsDocument = isRead && (request.headers.accept ?? '').includes('text/html')
    const withoutSlash = pathname.replace(/\/+$/, '')
    if (wantsDocument && withoutSlash !== pathname && site.has(withoutSlash)) {
      return reply.redirect(query === undefined ? withoutSlash : `${withoutSlash}?${query}`, 308)
    }
    if (!wantsDocument || /\.\w+$/.test(pathname)) {
      return reply.code(404).send({ code: 'not_found', message: `There is nothing at ${request.method} ${pathname}` })
    }
    return sendDocument(request, reply, { document: site.get(NOT_FOUND), status: 404 })
  })
}

/** SHA-256 of the list of everything that is delivered, and how many files it names; undefined before the first build. */
export function webBuildHash(): { sha256: string; files: number } | undefined {
  const list = path.join(DIST, 'build.json')
  if (!fs.existsSync(list)) return undefined
  const text = fs.readFileSync(list, 'utf8')
  const { files } = JSON.parse(text) as { files: object }
  return { sha256: createHash('sha256').update(text).digest('hex'), files: Object.keys(files).length }
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
  return [...words].reduce((text, [place, word]) => text.replaceAll(place, () => markup`${word}`.text), built)
}

function readDocument(file: string, type: string): Document | undefined {
  return fs.existsSync(file) ? toDocument(fs.readFileSync(file, 'utf8'), type) : undefined
}

function toDocument(text: string, type: string): Document {
  const inline = [...text.matchAll(IMPORT_MAP)].map(([, map = '']) => map)
  return { content: new PublicContent(text), type, policy: withInlineScripts(inline) }
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, status }: { document: Document | undefined; status: number },
) {
  if (!document) {
    return reply.code(503).type('text/plain').send('The web app is not built yet: run npm start, or npm run build.')
  }
  reply.code(status).type(document.type).header('cache-control', 'no-cache').headers(document.policy)
  return document.content.send(request, reply)
}
