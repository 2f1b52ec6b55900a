import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const DIST = path.resolve(import.meta.dirname, '../../web/dist')
const ONE_YEAR_SECONDS = 31_536_000
/** Paths that the app document answers; anything else is a 404 that the same document explains. */
const APP_PATHS = /^\/(login|signup|forgot-password|terms|privacy|dashboard(\/.*)?|join|[sr]\/[\da-f-]{36})?$/

/** Serves the built web app: hashed assets for ever, documents checked each time, unknown paths with status 404. */
export async function webApp(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: DIST,
    serve: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(path.join(DIST, 'assets') + path.sep)
      response.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const document = loadDocument()
  app.get('/', async (request, reply) => sendDocument(request, reply, document, 200))
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const wantsDocument = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsDocument || /\.\w+$/.test(pathname)) {
      return reply.code(404).send({ code: 'not_found', message: `There is nothing at ${request.method} ${pathname}` })
    }
    return sendDocument(request, reply, document, APP_PATHS.test(pathname) ? 200 : 404)
  })
}

type Document = { html: Buffer; etag: string }

function loadDocument(): Document | undefined {
  const file = path.join(DIST, 'app.html')
  if (!fs.existsSync(file)) return undefined
  const html = fs.readFileSync(file)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document | undefined, status: number) {
  if (!document) {
    return reply.code(503).type('text/plain').send('The web app is not built yet: run npm start, or npm run build.')
  }
  reply.header('cache-control', 'no-cache').header('etag', document.etag)
  if (status === 200 && request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  return reply.code(status).type('text/html; charset=utf-8').send(document.html)
}
