import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { ViteBuilder } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWithSite } from './prerender-site.ts'

test('says each step of the build before it begins, also where Vite logs warnings only', async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-build-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  onTestFinished(() => log.mockRestore())

  const environment = (outDir: string) => ({ config: { root, build: { outDir } } })
  const outputs = new Map([
    ['dist', ['index.html', '<html></html>']],
    [
      'dist-prerender',
      ['prerender.js', `export const renderSite = async () => [{ path: '/', content: 'x', type: 'text/html' }]`],
    ],
  ])
  const builder = {
    environments: { client: environment('dist'), ssr: environment('dist-prerender') },
    build: async ({ config }: ReturnType<typeof environment>) => {
      const [file = '', content = ''] = outputs.get(config.build.outDir) ?? []
      fs.mkdirSync(path.join(root, config.build.outDir))
      fs.writeFileSync(path.join(root, config.build.outDir, file), content)
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
  ])
  expect(fs.readFileSync(path.join(root, 'dist/site/index.html'), 'utf8')).toBe('x')
})
