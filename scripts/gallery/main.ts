import fs from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'
import { chromiumArguments, findChromium } from '../chromium.mjs'
import { photographApp } from './app-pictures.ts'
import { drawIcons } from './icons.ts'
import { drawLinkPreviews } from './link-previews.ts'
import { takeProductPictures } from './product-pictures.ts'

/**
 * `npm run gallery`: pictures of every public page at both sizes and in both schemes, in `.data/gallery`.
 * `npm run gallery -- --app`: the same of the app, with a person's example files, in `.data/gallery-app`.
 * `npm run gallery -- --previews`: the pictures that link previews show (1200×630), in `web/public/og`.
 * `npm run gallery -- --icons`: the icons made from `web/public/favicon.svg`.
 * `npm run gallery -- --product`: what the site shows of the app, in `web/site/pictures`.
 */
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const SCHEMES = ['light', 'dark'] as const
const ACCOUNT_PAGES = ['/login', '/signup', '/forgot-password', '/no-such-page']
const root = path.resolve(import.meta.dirname, '../..')

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArguments })
const server = await startServer()
try {
  const pages = [...(await pagesOfSitemap(server.url)), ...ACCOUNT_PAGES]
  const files = path.join(root, 'web/public')
  if (process.argv.includes('--previews')) await drawLinkPreviews(browser, path.join(files, 'og'), server.url)
  else if (process.argv.includes('--icons')) await drawIcons(browser, files)
  else if (process.argv.includes('--app'))
    await photographApp(browser, path.join(root, '.data/gallery-app'), server.url)
  else if (process.argv.includes('--product'))
    await takeProductPictures(browser, path.join(root, 'web/site/pictures'), server.url)
  else await photograph(browser, pages)
} finally {
  await server.stop()
  await browser.close()
}

async function photograph(browser: Browser, pages: readonly string[]): Promise<void> {
  const folder = path.join(root, '.data/gallery')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      for (const address of pages) {
        await page.goto(server.url + address)
        await page.waitForLoadState('networkidle')
        const name = `${address.slice(1).replaceAll('/', '-') || 'home'}-${size}-${colorScheme}.png`
        await page.screenshot({ path: path.join(folder, name), fullPage: true })
      }
      await context.close()
    }
  }
  console.log(`${pages.length * Object.keys(SIZES).length * SCHEMES.length} pictures in ${folder}`)
}

async function pagesOfSitemap(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}
