import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { build } from 'vite'
import { whenDone } from './cleanup.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BROWSER = path.join(ROOT, 'bench/browser')

/**
 * Bundles one browser script with everything it imports into one file, as the app's build does with its workers.
 * @param file below `bench/browser`, or from the root of the repository when it starts with `/`.
 */
export async function bundle(file: string): Promise<string> {
  const input = file.startsWith('/') ? path.join(ROOT, file) : path.join(BROWSER, file)
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: { input, output: { format: 'es', codeSplitting: false } },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first) || first.output.length === 0) throw new Error(`${file} was not bundled`)
  return first.output[0].code
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Serves an empty page with a file chooser, scripts by path, and whatever `answers` adds, on loopback.
 * @returns its address, without a trailing slash.
 */
export async function servePages(
  scripts: Record<string, string>,
  answers: Record<string, Answer> = {},
): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const script = scripts[url.pathname]
    const answer = answers[url.pathname]
    if (answer) return answer(request, response)
    if (script !== undefined) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (url.pathname !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      '<!doctype html><title>bench</title><input type="file" multiple><script src="/page.js" type="module"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://localhost:${address && typeof address === 'object' ? address.port : 0}`
}
