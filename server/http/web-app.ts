import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import type { BuildList } from '#contract/delivery/build-list.ts'
import type { Frames } from './frames.ts'
import { BUILD_FOLDER, type Document, type Installation, NOT_FOUND, SiteDocuments } from './site-documents.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Leads to the source of what runs here; without the setting, the page there says that none is named. */
const SOURCE = '/source'

/** Where the page of a document of the site leads instead; undefined says nowhere. */
export type ReplacementOf = (path: string) => Promise<string | undefined>

/** Where addresses lead that are nothing else; undefined says nowhere. */
export type FindRedirect = (path: string) => Promise<Redirect | undefined>
export type Redirect = { to: string; isPermanent: boolean }

const nowhere = async (): Promise<undefined> => undefined

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
  await serveFiles(app)
  const site = new SiteDocuments({ publicUrl, operator })
  listForBrowsers(app, site)
  const { sourceUrl } = operator
  if (sourceUrl) app.get(SOURCE, async (_, reply) => reply.header('cache-control', 'no-cache').redirect(sourceUrl, 302))
  const send = sendDocuments(frames)
  for (const address of site.addresses) {
    if (address === NOT_FOUND || (address === SOURCE && sourceUrl)) continue
    app.get(address, async (request, reply) => {
      // Programs that compare what is delivered with what was built do not ask for a page, and get the built document.
      const isPage = (request.headers.accept ?? '').includes('text/html')
      const instead = isPage ? await replacementOf(address) : undefined
      if (instead !== undefined) return reply.header('cache-control', 'no-cache').redirect(instead, 302)
      return send(request, reply, { document: site.at(address), status: 200 })
    })
  }
  if (!site.has('/')) app.get('/', async (request, reply) => send(request, reply, { document: undefined, status: 200 }))
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/', query] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && APP_PATHS.test(pathname)) return send(request, reply, { document: site.app, status: 200 })
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
    return send(request, reply, { document: site.at(NOT_FOUND), status: 404 })
  })
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  const usual = { serve: true, preCompressed: true, index: false, cacheControl: false } as const
  // Their names carry their hash. One route for all of them, where a start made some 550.
  await app.register(fastifyStatic, {
    ...usual,
    root: path.join(BUILD_FOLDER, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    // A folder and the compressed copies are asked for by nobody.
    allowedPath: (pathname) => /\.(?!br$|gz$)\w+$/.test(pathname),
    setHeaders: (response) => {
      response.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    },
  })
  await app.register(fastifyStatic, {
    ...usual,
    root: BUILD_FOLDER,
    wildcard: false,
    globIgnore: ['assets/**', 'site/**', 'app.html', '.*', '.*/**', '**/*.br', '**/*.gz'],
    setHeaders: (response) => {
      response.header('cache-control', 'no-cache')
    },
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

/** Serves the list for browsers that compare by themselves. Its address carries its hash. */
function listForBrowsers(app: FastifyInstance, site: SiteDocuments): void {
  app.get<{ Params: { hash: string } }>('/.well-known/waict/manifests/:hash', async (request, reply) => {
    const { manifest } = site
    if (!manifest?.address.endsWith(`/${request.params.hash}`)) return reply.callNotFound()
    reply.type('application/waict-integrity-manifest')
    reply.header('cache-control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`)
    return manifest.content.send(request, reply)
  })
}

/** Names what is served: the beginning of that hash. */
export function webBuild(): string {
  return webBuildHash()?.sha256.slice(0, 12) ?? 'not built'
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
