import fs from 'node:fs'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { APP_PATHS } from '#server/http/web-app.ts'
import type * as Prerender from '#web/site/prerender.tsx'

/** Answers addresses of documents from source: the app under its addresses, pages of the site rendered anew for each request. */
export function documents(): Plugin {
  return {
    name: 'documents-from-source',
    configureServer: (vite) => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost')
          const isDocument = request.method === 'GET' && request.headers.accept?.includes('text/html')
          const html = isDocument ? await documentAt(vite, pathname) : undefined
          if (html === undefined) return next()
          response.setHeaders(
            new Map(Object.entries(vite.config.server.headers ?? {}).map(([name, value]) => [name, String(value)])),
          )
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(html)
        } catch (error) {
          next(error)
        }
      })
    },
  }
}

async function documentAt(vite: ViteDevServer, pathname: string): Promise<string | undefined> {
  if (APP_PATHS.test(pathname)) return template(vite, 'app.html')
  const { PAGE_PATHS, renderPage } = (await vite.ssrLoadModule('/site/prerender.tsx')) as typeof Prerender
  if (!PAGE_PATHS.includes(pathname)) return undefined
  return renderPage(pathname, await template(vite, 'index.html'))
}

function template(vite: ViteDevServer, file: string): Promise<string> {
  return vite.transformIndexHtml(`/${file}`, fs.readFileSync(path.join(vite.config.root, file), 'utf8'))
}
