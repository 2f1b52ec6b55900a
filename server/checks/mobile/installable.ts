import { z } from 'zod'
import { type Check, noneOf, skipped } from '../check.ts'
import { askAll, publicPages } from '../pages.ts'
import type { Site } from '../site.ts'

const MANIFEST = '/manifest.webmanifest'
/** What phones need to put an app on their screen, in pixels. */
const ICON_SIDES = [192, 512]
/** Below it, nobody with weak sight can enlarge enough (WCAG 1.4.4). */
const LEAST_ZOOM = 2

/** MOB-01 */
export const pagesAreZoomedAndInstalled: Check = async ({ site }) => {
  const pages = publicPages()
  if (pages.length === 0) return skipped('not_built')
  const addresses = [...pages.map(({ path }) => path).filter((path) => path !== '/source'), '/login']
  const ofPages = await askAll(site, addresses, (path, { text }) => problemsOf(path, text))
  return noneOf(
    [...ofPages.flat(), ...(await problemsOfManifest(site))],
    'A page cannot be zoomed, or the app not installed',
    { pages: addresses.length },
  )
}

function problemsOf(path: string, html: string): string[] {
  const content = /<meta\s+name="viewport"\s+content="([^"]*)"/i.exec(html)?.[1]
  if (content === undefined) return [`${path} has no viewport`]
  const viewport = new Map(content.split(',').map((part) => part.trim().toLowerCase().split('=') as [string, string]))
  const problems: string[] = []
  if (viewport.get('width') !== 'device-width') problems.push(`${path} is not as wide as the screen`)
  const scalable = viewport.get('user-scalable')
  if (scalable === 'no' || scalable === '0') problems.push(`${path} forbids zooming`)
  if (Number(viewport.get('maximum-scale') ?? LEAST_ZOOM) < LEAST_ZOOM) problems.push(`${path} limits zooming`)
  if (!html.includes(`<link rel="manifest" href="${MANIFEST}"`)) problems.push(`${path} names no manifest`)
  return problems
}

const manifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1),
  start_url: z.string().startsWith('/'),
  scope: z.string().startsWith('/'),
  display: z.enum(['standalone', 'minimal-ui', 'fullscreen']),
  icons: z.array(z.object({ src: z.string().startsWith('/'), sizes: z.string(), type: z.string() })),
})

async function problemsOfManifest(site: Site): Promise<string[]> {
  const answer = await site.ask(MANIFEST)
  if (answer.status !== 200) return [`the manifest answers ${answer.status}`]
  const read = manifest.safeParse(answer.json())
  if (!read.success) return read.error.issues.map(({ path }) => `the manifest lacks ${path.join('.')}`)
  const { icons, start_url: start, scope } = read.data
  const problems = start.startsWith(scope) ? [] : ['the app starts outside of its scope']
  for (const side of ICON_SIDES) {
    const icon = icons.find(({ sizes, type }) => type === 'image/png' && sizes.split(' ').includes(`${side}x${side}`))
    if (!icon) problems.push(`there is no icon of ${side} pixels`)
    else if (sideOf((await site.ask(icon.src)).body) !== side) problems.push(`${icon.src} has another size`)
  }
  return problems
}

const WIDTH_AT = 16

/** Width and height of a square PNG; undefined for anything else. */
function sideOf(image: Buffer): number | undefined {
  if (image.length < WIDTH_AT + 8 || image.toString('latin1', 1, 4) !== 'PNG') return undefined
  const [width, height] = [image.readUInt32BE(WIDTH_AT), image.readUInt32BE(WIDTH_AT + 4)]
  return width === height ? width : undefined
}
