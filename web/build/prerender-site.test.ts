import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ViteBuilder } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GRAMMAR_ENGINE } from '#contract/grammar/grammar.ts'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { buildWithSite } from './prerender-site.ts'

/** A WebAssembly module that holds nothing: its magic bytes and its version. */
const WASM = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
const PAGE = '<html><head><meta charset="utf-8"><script src="/theme.js"></script></head><body></body></html>'

test('says each step before it begins, binds documents to their scripts and lists what is delivered', async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-build-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  onTestFinished(() => log.mockRestore())

  const environment = (outDir: string) => ({ config: { root, build: { outDir } } })
  const outputs = new Map<string, Record<string, string>>([
    [
      'dist',
      {
        'index.html': '<html></html>',
        'app.html': PAGE,
        'theme.js': 'theme',
        'sw.js': 'service worker',
        'assets/entry.js': 'import("./later.js"); "/assets/one.worker-a1.js"',
        'assets/later.js': 'later',
        'assets/one.worker-a1.js': `worker("${WASM.toString('base64')}")`,
        '.vite/manifest.json': JSON.stringify({
          'index.html': { file: 'assets/entry.js', dynamicImports: ['later.ts'] },
          'app.html': { file: 'assets/entry.js', dynamicImports: ['later.ts'] },
          'later.ts': { file: 'assets/later.js' },
        }),
      },
    ],
    [
      'dist-prerender',
      {
        'prerender.js': `export const renderSite = async () => [
          { path: '/', content: ${JSON.stringify(PAGE)}, type: 'text/html' },
          { path: '/robots.txt', content: 'of https://origin.invalid and {{operator.name}}', type: 'text/plain' },
        ]`,
      },
    ],
  ])
  const builder = {
    environments: { client: environment('dist'), ssr: environment('dist-prerender') },
    build: async ({ config }: ReturnType<typeof environment>) => {
      for (const [file, content] of Object.entries(outputs.get(config.build.outDir) ?? {})) {
        const written = path.join(root, config.build.outDir, file)
        fs.mkdirSync(path.dirname(written), { recursive: true })
        fs.writeFileSync(written, content)
      }
      said.push(`(${config.build.outDir})`)
    },
  }
  await buildWithSite(builder as unknown as ViteBuilder)

  expect(said).toEqual([
    '  Bundling the app and the site ...',
    '(dist)',
    '  Bundling the site once more, to render its pages ...',
    '(dist-prerender)',
    '  Rendering the pages of the site ...',
    '  Listing and compressing what is delivered ...',
  ])

  const sri = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`
  const page = fs.readFileSync(path.join(root, 'dist/site/index.html'), 'utf8')
  expect(page).toContain(`<script src="/theme.js" crossorigin integrity="${sri('theme')}">`)
  const { integrity } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page)?.[1] ?? '') as {
    integrity: Record<string, string>
  }
  expect(Object.keys(integrity)).toEqual(['/assets/entry.js', '/assets/later.js', '/assets/one.worker-a1.js', '/sw.js'])
  expect(integrity['/assets/one.worker-a1.js']).toBe(sri(`worker("${WASM.toString('base64')}")`))

  const { files, headers, wasm } = JSON.parse(fs.readFileSync(path.join(root, 'dist/build.json'), 'utf8')) as BuildList
  const hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
  expect(files['/theme.js']).toMatchObject({ sha256: hex('theme'), bytes: 5 })
  expect(headers[files['/theme.js']?.headers ?? -1]?.['content-type']).toBe('application/javascript; charset=utf-8')
  // The second one comes from a part that is installed by choice.
  expect(wasm).toEqual([hex(WASM), GRAMMAR_ENGINE.files.program.sha256].toSorted())
  const map = /<script type="importmap">(.*?)<\/script>/.exec(page)?.[1] ?? ''
  const policy = headers[files['/']?.headers ?? -1]
  expect(policy?.['content-security-policy']).toContain(`script-src 'self' '${sri(map)}' 'wasm-unsafe-eval'`)
  expect(policy?.['integrity-policy']).toBe('blocked-destinations=(script)')
  expect(files['/robots.txt']?.places).toEqual([
    [3, 'https://origin.invalid'],
    [30, '{{operator.name}}'],
  ])
  expect(files['/login']).toEqual(files['/dashboard'])
  expect(Object.keys(files).filter((file) => /\.vite|site|app\.html|\.br$|build/.test(file))).toEqual([])
})
