import fs from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'

const PNG = [
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const
const ICO_SIZE = 32
/** Header and one entry of an ICO file, as Windows defines them. */
const ICO_HEADER_BYTES = 22

/** Draws the icons that do not take `favicon.svg`: of home screens, and `/favicon.ico`, which browsers and feed readers ask for by themselves. */
export async function drawIcons(browser: Browser, folder: string): Promise<void> {
  const svg = fs.readFileSync(path.join(folder, 'favicon.svg'))
  const draw = async (size: number): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const source = `data:image/svg+xml;base64,${svg.toString('base64')}`
    await page.setContent(
      `<style>body{margin:0}img{display:block}</style><img src="${source}" width="${size}" height="${size}">`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    const png = await page.screenshot({ omitBackground: true })
    await page.close()
    return png
  }
  for (const [name, size] of PNG) fs.writeFileSync(path.join(folder, name), await draw(size))
  fs.writeFileSync(path.join(folder, 'favicon.ico'), icoOf(await draw(ICO_SIZE)))
}

function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(ICO_SIZE, 6)
  header.writeUInt8(ICO_SIZE, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(ICO_HEADER_BYTES, 18)
  return Buffer.concat([header, png])
}
