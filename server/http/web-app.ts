import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPERATOR_FACTS, OPERATOR_UNSTATED, operatorPlace, type OperatorFacts } from '#contract/operator.ts'
import { markup } from '../mail/markup.ts'
import type { OperatorSettings } from '../operator-settings.ts'

const DIST = path.resolve(import.meta.dirname, '../../web/dist')
const SITE = path.join(DIST, 'site')
const ONE_YEAR_SECONDS = 31_536_000
/** Paths that the app document answers. */
export const APP_PATHS =
  /^\/(login|signup|forgot-password|recovery-kit|dashboard(\/.*)?|join|claim|[sr]\/[\da-f-]{36})$/
/** Placeholder in the prerendered documents for the address of the installation (web/site/page-meta.ts). */
const ORIGIN = 'https://origin.invalid'

/** What the page for unknown addresses was prerendered as. */
const NOT_FOUND = '/404'

/** Leads to the source of what runs here; without the setting, the page there says that none is named. */
const SOURCE = '/source'

/** What the documents of a build say about the installation that serves them. */
type Installation = { publicUrl: string; operator: OperatorSettings }

type Document = { content: Buffer; type: string; etag: string }

/**
 * Serves the built web: hashed assets for ever, documents checked each time, the prerendered site under its addresses, the app under its
 * own, and for anything else the page that says so, with status 404.
 */
export async function webApp(app: FastifyInstance, { publicUrl, operator }: Installation): Promise<void> {
  await app.register(fastifyStatic, {
    root: DIST,
    serve: true,
    wildcard: false,
    globIgnore: ['site/**', 'app.html'],
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(path.join(DIST, 'assets') + path.sep)
      response.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const appDocument = readDocument(path.join(DIST, 'app.html'), 'text/html; charset=utf-8')
  const site = readSite(publicUrl.replace(/\/$/, ''), operator.facts)
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

/** Names what is served: changes with every byte of the documents, and so with every script they name. */
export function webBuild(): string {
  const hash = createHash('sha256')
  for (const file of ['app.html', 'site/index.html']) {
    const built = path.join(DIST, file)
    if (fs.existsSync(built)) hash.update(fs.readFileSync(built))
  }
  return hash.digest('hex').slice(0, 12)
}

/**
 * The prerendered documents by the address they answer, with the installation's own in the place of the one they were built with, and what
 * its operator says about itself.
 */
function readSite(publicUrl: string, facts: OperatorFacts): Map<string, Document> {
  const index = path.join(SITE, 'documents.json')
  if (!fs.existsSync(index)) return new Map()
  const documents = JSON.parse(fs.readFileSync(index, 'utf8')) as { path: string; file: string; type: string }[]
  return new Map(
    documents.map(({ path: address, file, type }) => {
      const text = withFacts(fs.readFileSync(path.join(SITE, file), 'utf8').replaceAll(ORIGIN, publicUrl), facts)
      return [address, { content: Buffer.from(text), type, etag: etagOf(text) }]
    }),
  )
}

function withFacts(html: string, facts: OperatorFacts): string {
  return OPERATOR_FACTS.reduce(
    (text, fact) => text.replaceAll(operatorPlace(fact), () => markup`${facts[fact] ?? OPERATOR_UNSTATED}`.text),
    html,
  )
}

function readDocument(file: string, type: string): Document | undefined {
  if (!fs.existsSync(file)) return undefined
  const content = fs.readFileSync(file)
  return { content, type, etag: etagOf(content) }
}

function etagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, status }: { document: Document | undefined; status: number },
) {
  if (!document) {
    return reply.code(503).type('text/plain').send('The web app is not built yet: run npm start, or npm run build.')
  }
  reply.header('cache-control', 'no-cache').header('etag', document.etag)
  if (status === 200 && request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  return reply.code(status).type(document.type).send(document.content)
}
