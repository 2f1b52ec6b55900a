import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { drawRosette } from '#web/ui/layout/guilloche.ts'
import { imageOf } from '#web/site/page-head.ts'

const SIZE = { width: 1200, height: 630 }
const FONT =
  'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'

/**
 * Draws the pictures that other sites show beside a link to ours: title, name and a rosette from the SHA-256 of the address. One for
 * each page of the sitemap that has its own, `default.jpg` for the front page.
 */
export async function drawLinkPreviews(browser: Browser, folder: string, url: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const font = fs.readFileSync(path.resolve(import.meta.dirname, '../..', FONT)).toString('base64')
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const page = await browser.newPage({ viewport: SIZE })
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const { pathname } = new URL(address)
    const file = path.join(folder, path.basename(imageOf(pathname)))
    // A page that comes before has drawn it.
    if (fs.existsSync(file)) continue
    const html = await (await fetch(url + pathname)).text()
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
    await page.setContent(card(heading, font))
    await page.addScriptTag({ content: `globalThis.drawRosette = ${drawRosette.toString()}` })
    await page.evaluate(
      async (seed) => {
        const { drawRosette: draw } = globalThis as unknown as { drawRosette: typeof drawRosette }
        const canvas = document.querySelector('canvas') as HTMLCanvasElement
        draw(canvas.getContext('2d') as CanvasRenderingContext2D, Uint8Array.from(seed), 760, [
          { colour: '#0a5f52', width: 0.9 },
          { colour: '#9a4712', width: 1 },
        ])
        await document.fonts.ready
      },
      [...createHash('sha256').update(pathname).digest()],
    )
    await page.screenshot({ path: file, type: 'jpeg', quality: 70 })
  }
  await page.close()
}

function card(heading: string, font: string): string {
  return `<!doctype html><style>
    @font-face { font-family: Atkinson; src: url(data:font/woff2;base64,${font}); font-weight: 200 800 }
    body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; overflow: hidden; background: #ddeee9; color: #0d1b1e; font-family: Atkinson }
    canvas { position: absolute; right: -250px; top: -65px }
    main { position: absolute; inset: 0 500px 0 72px; display: flex; flex-direction: column; justify-content: center; gap: 28px }
    h1 { margin: 0; font-size: ${heading.length > 60 ? 52 : 64}px; line-height: 1.08; letter-spacing: -0.018em; text-wrap: balance }
    p { margin: 0; font-size: 28px; font-weight: 600; color: #0a5f52 }
  </style><canvas width="760" height="760"></canvas><main><p>QuantumShield</p><h1>${heading}</h1></main>`
}
