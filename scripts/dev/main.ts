import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createServer as createNetServer } from 'node:net'
import path from 'node:path'
import { createServer } from 'vite'
import { baselineHeaders } from '#server/http/security-headers.ts'
import { documents } from './documents.ts'

/**
 * The web from source with hot reload, and behind it the real server, which starts again when its code changes. Settings are those of
 * the server; data lie in a folder of their own.
 */
const WATCHED = ['server', 'crypto', 'contract'].map((folder) => `--watch-path=${folder}`)
const root = path.resolve(import.meta.dirname, '../..')
const port = Number(process.env['PORT'] ?? 3000)
const serverPort = await freePort()
const target = `http://127.0.0.1:${serverPort}`
const environment = {
  ...process.env,
  PORT: String(serverPort),
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
  DATA_DIR: process.env['DATA_DIR'] ?? path.join(root, '.data/dev'),
}
const SOURCES = ['contract', 'crypto', 'vault', 'web', 'node_modules', 'package.json']
const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', ...WATCHED, '--watch-preserve-output', 'server/main.ts'],
  { cwd: root, stdio: 'inherit', env: environment },
)
const vite = await createServer({
  configFile: path.join(root, 'web/vite.config.ts'),
  appType: 'custom',
  plugins: [documents()],
  server: {
    host: process.env['HOST'] ?? 'localhost',
    port,
    strictPort: true,
    // Source alone: beside it lie the keys and files of installations.
    fs: { allow: SOURCES.map((folder) => path.join(root, folder)) },
    headers: relaxed(baselineHeaders({ isHttps: false })),
    // Whatever is no source is the server's, so that no list of its addresses can fall behind.
    proxy: {
      '/realtime/v1': { target, ws: true },
      '^/': { target, bypass: ({ url = '/' }) => sourceAt(url) },
    },
  },
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill('SIGTERM')
    void vite.close()
  })
}
server.on('close', (code) => process.exit(code ?? 0))

/** The address itself when Vite answers it: its own modules, source files and the files of `web/public`. */
function sourceAt(url: string): string | undefined {
  const pathname = decodeURIComponent(url.replace(/[?#].*$/, ''))
  if (/^\/(@|__|node_modules\/)/.test(pathname)) return url
  const isFile = ['', 'public'].some((folder) => {
    return fs.statSync(path.join(root, 'web', folder, pathname), { throwIfNoEntry: false })?.isFile()
  })
  return isFile ? url : undefined
}

/** Hot reload writes scripts and styles into the page, which the policy of the product refuses. */
function relaxed(headers: Record<string, string>): Record<string, string> {
  const policy = (headers['content-security-policy'] ?? '')
    .split('; ')
    .filter((directive) => !directive.includes('trusted-types'))
    .map((directive) => directive.replace(/^(script|style)-src /, `$&'unsafe-inline' `))
  return { ...headers, 'content-security-policy': policy.join('; ') }
}

async function freePort(): Promise<number> {
  const probe = createNetServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
