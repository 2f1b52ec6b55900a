import type { BrowserAnswer } from '#contract/checks/checks.ts'
import { answerOf } from './findings.ts'
import { drawerProblems } from './looks/drawer.ts'
import { awkwardFields, withoutFileButton } from './looks/entry.ts'
import { keyToContent, missingLandmarks } from './looks/landmarks.ts'
import { sidewaysOverflow } from './looks/overflow.ts'
import { smallTargets } from './looks/targets.ts'
import { firstPage } from './looks/weight.ts'
import type { PageFrame } from './page-frame.ts'
import { settled, until } from './until.ts'

export type OpenPage = (path: string, widthPx: number) => Promise<PageFrame>

/** The narrowest that pages are made for (WCAG 1.4.10), and an ordinary phone. */
const NARROWEST_PX = 320
const PHONE_PX = 390

const OF_SITE = ['/', '/features', '/pricing', '/blog', '/documentation', '/status']
const OF_APP = [
  '/dashboard',
  '/dashboard/settings',
  '/dashboard/security',
  '/dashboard/team',
  '/admin/overview',
  '/admin/users',
  '/ai-studio',
]

const SHOWN_MS = 20_000
/** After so long at another address, the page is sent to its own again. */
const STEP_BACK_MS = 2000
const QUIET = { quietMs: 250, limitMs: 4000 }

/** MOB-06: what the first page weighs, in a frame of its own, before others were fetched. The server judges the figures. */
export async function lookAtFirstPage(open: OpenPage): Promise<BrowserAnswer> {
  const page = await open('/', PHONE_PX)
  try {
    await isReady(page)
    return answerOf('MOB-06', { found: [], wrong: '', evidence: await firstPage(page.window) })
  } finally {
    page.close()
  }
}

type Seen = {
  pages: number
  wide: string[]
  small: string[]
  targets: number
  below44: number
  lost: string[]
  awkward: string[]
  fields: number
}

/** The others: each page in both widths, and in the app the menu, its keys and the choice of files. */
export async function lookAtPages(open: OpenPage): Promise<BrowserAnswer[]> {
  const seen: Seen = { pages: 0, wide: [], small: [], targets: 0, below44: 0, lost: [], awkward: [], fields: 0 }
  for (const path of OF_SITE) {
    const page = await open(path, NARROWEST_PX)
    try {
      await lookAt(page, path, seen)
    } finally {
      page.close()
    }
  }
  const drawer: string[] = []
  const [start = ''] = OF_APP
  const app = await open(start, NARROWEST_PX)
  try {
    for (const path of OF_APP) {
      if (path !== start) app.goTo(path)
      await lookAt(app, path, seen)
      if (path !== start) continue
      drawer.push(...(await lookAtKeys(app, path, seen)))
      const files = withoutFileButton(app.document)
      if (files) seen.awkward.push(`${files} on ${path}`)
    }
  } finally {
    app.close()
  }
  return answersOf(seen, drawer)
}

/** The menu and the keys of the app take the focus, which is given back at once. @returns what is wrong with the menu */
async function lookAtKeys(app: PageFrame, path: string, seen: Seen): Promise<string[]> {
  const { activeElement: focused } = document
  try {
    const drawer = await drawerProblems(app.document, app.window)
    const key = keyToContent(app.document, app.window)
    if (key) seen.lost.push(`${key} on ${path}`)
    return drawer
  } finally {
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

async function lookAt(page: PageFrame, path: string, seen: Seen): Promise<void> {
  page.resize(NARROWEST_PX)
  await isReady(page, path)
  seen.pages += 1
  const wide = sidewaysOverflow(page.document)
  if (wide) seen.wide.push(`${path} by ${wide}`)
  page.resize(PHONE_PX)
  await isReady(page, path)
  const { all, below44, tooSmall } = smallTargets(page.document)
  seen.targets += all
  seen.below44 += below44
  seen.small.push(...tooSmall.map((one) => `${one} on ${path}`))
  seen.lost.push(...missingLandmarks(page.document).map((one) => `${one} on ${path}`))
  const { fields, wrong } = awkwardFields(page.document)
  seen.fields += fields
  seen.awkward.push(...wrong.map((one) => `${one} on ${path}`))
}

/** The page of an address is there, with what it fetches, and no longer changes. */
async function isReady(page: PageFrame, path?: string): Promise<void> {
  let goneAt = performance.now()
  const isThere = (): boolean => {
    const shown = page.document
    // What was opened before may have taken its own step back meanwhile.
    if (path !== undefined && shown.location.pathname !== path && performance.now() - goneAt > STEP_BACK_MS) {
      goneAt = performance.now()
      page.goTo(path)
    }
    const isBusy = shown.querySelector('main [aria-busy=true], main [data-loading]') !== null
    return (
      shown.querySelector('main h1') !== null && !isBusy && (path === undefined || shown.location.pathname === path)
    )
  }
  await until(isThere, SHOWN_MS, `${path ?? 'the first page'} did not show its content`)
  await settled(() => {
    const { body } = page.document
    return `${body.clientWidth} ${body.scrollHeight} ${body.querySelectorAll('*').length}`
  }, QUIET)
}

function answersOf(
  { pages, wide, small, targets, below44, lost, awkward, fields }: Seen,
  drawer: string[],
): BrowserAnswer[] {
  return [
    answerOf('MOB-02', { found: wide, wrong: 'A page is wider than a small screen', evidence: { pages } }),
    answerOf('MOB-03', {
      found: small,
      wrong: 'A finger does not meet what is this small',
      evidence: { pages, targets, below_44_pixels: below44 },
    }),
    answerOf('MOB-04', { found: drawer, wrong: 'The menu of small screens does not work' }),
    answerOf('MOB-05', { found: awkward, wrong: 'Something is awkward to enter on a phone', evidence: { fields } }),
    answerOf('NAV-07', { found: lost, wrong: 'Keyboards and screen readers miss something', evidence: { pages } }),
  ]
}
