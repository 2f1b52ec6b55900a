import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import type * as Prerender from '#web/site/prerender.tsx'

/** Shows the templates of `web/parts` with invented data; the build has no such document. */
const GALLERY = '/dev/gallery'

/** Answers addresses of documents from source: the app under its addresses, pages of the site rendered for each request. */
export function documents(): Plugin {
  return {
    name: 'documents-from-source',
    configureServer: (vite) => {
      vite.middlewares.use((request, response, next) => void answer(vite, { request, response, next }))
    },
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse; next: (error?: unknown) => void }

async function answer(vite: ViteDevServer, { request, response, next }: Exchange): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const wantsDocument = request.method === 'GET' && request.headers.accept?.includes('text/html')
  try {
    const html = wantsDocument ? await documentAt(vite, pathname) : undefined
    if (html === undefined) return next()
    for (const [name, value] of Object.entries(vite.config.server.headers ?? {})) {
      if (value !== undefined) response.setHeader(name, value)
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  } catch (error) {
    next(error)
  }
}

async function documentAt(vite: ViteDevServer, pathname: string): Promise<string | undefined> {
  if (pathname === GALLERY) return template(vite, 'gallery/index.html')
  if (APP_PATHS.test(pathname)) return template(vite, 'app.html')
  const { PAGE_PATHS, renderPage } = (await vite.ssrLoadModule('/site/prerender.tsx')) as typeof Prerender
  if (!PAGE_PATHS.includes(pathname)) return undefined
  return renderPage(pathname, await template(vite, 'index.html'))
}

function template(vite: ViteDevServer, file: string): Promise<string> {
  return vite.transformIndexHtml(`/${file}`, fs.readFileSync(path.join(vite.config.root, file), 'utf8'))
}
