import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteBuilder } from 'vite'
import type { SiteDocument } from '../site/prerender.tsx'
import { listBuild } from './build-list.ts'
import { compressFiles } from './compress-files.ts'
import { integrityIn, scriptsOf, withIntegrity } from './integrity.ts'
import { writePassages } from './write-passages.ts'

/** Where the documents of the site lie in the build, with `documents.json` that says which address each answers. */
const SITE = 'site'

/** Builds both documents for browsers, then the site once more for Node, and writes its pages. */
export async function buildWithSite(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments
  if (!client || !ssr) throw new Error('the build has no environments')
  say('Bundling the app and the site')
  await builder.build(client)
  say('Bundling the site once more, to render its pages')
  await builder.build(ssr)
  const dist = path.resolve(client.config.root, client.config.build.outDir)
  const rendered = path.resolve(ssr.config.root, ssr.config.build.outDir)
  const module = (await import(pathToFileURL(path.join(rendered, 'prerender.js')).href)) as {
    renderSite: (template: string) => Promise<SiteDocument[]>
  }
  const template = path.join(dist, 'index.html')
  say('Rendering the pages of the site')
  const documents = await module.renderSite(fs.readFileSync(template, 'utf8'))
  fs.rmSync(template)
  fs.rmSync(rendered, { recursive: true })
  say('Listing and compressing what is delivered')
  await finishDelivery(dist, documents)
  writePassages(dist)
}

/** Binds documents to the scripts that they load, writes them, lists every delivered file and compresses it. */
async function finishDelivery(dist: string, documents: SiteDocument[]): Promise<void> {
  const integrity = integrityIn(dist)
  const scripts = scriptsOf(dist, 'index.html')
  const index = documents.map(({ path: address, content, type }) => {
    const file = fileOf(address)
    const text = type.startsWith('text/html') ? withIntegrity(content, scripts, integrity) : content
    fs.mkdirSync(path.dirname(path.join(dist, SITE, file)), { recursive: true })
    fs.writeFileSync(path.join(dist, SITE, file), text)
    return { path: address, file, type }
  })
  fs.writeFileSync(path.join(dist, SITE, 'documents.json'), JSON.stringify(index))
  const app = path.join(dist, 'app.html')
  fs.writeFileSync(app, withIntegrity(fs.readFileSync(app, 'utf8'), scriptsOf(dist, 'app.html'), integrity))
  fs.writeFileSync(path.join(dist, 'build.json'), JSON.stringify(listBuild(dist, index)))
  await compressFiles(dist)
}

// Not through Vite's logger: a start shows only its warnings, and the first one would be silent for a minute.
function say(step: string): void {
  console.log(`  ${step} ...`)
}

function fileOf(address: string): string {
  const name = address === '/' ? '/index' : address
  return `${name.slice(1)}${path.extname(name) ? '' : '.html'}`
}
