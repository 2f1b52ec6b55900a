import '#web/tokens.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawerProblems } from './drawer.ts'
import { awkwardFields, withoutFileButton } from './entry.ts'
import { keyToContent, missingLandmarks } from './landmarks.ts'
import { sidewaysOverflow } from './overflow.ts'
import { smallTargets } from './targets.ts'
import { firstPage } from './weight.ts'

const HEAD = '<a href="#main" class="block h-11">Skip</a>'
const WHOLE = `${HEAD}<main id="main" tabindex="-1"><h1>Page</h1><p>Text with <a href="/terms">a link</a> in it.</p></main>`

beforeEach(async () => {
  await page.viewport(390, 800)
  document.documentElement.lang = 'en'
  document.title = 'Page'
})
afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(1280, 800)
})

const show = (html: string): Document => {
  document.body.innerHTML = html
  return document
}

test('MOB-02: a page that is wider than the screen is found, with what sticks out', () => {
  expect(sidewaysOverflow(show(WHOLE))).toBeUndefined()
  expect(
    sidewaysOverflow(show(`${WHOLE}<table id="wide" class="w-[500px]"><tbody><tr><td>Cell</td></tr></tbody></table>`)),
  ).toMatch(/^\d+ pixels by (?:table#wide|td)/)
})

test('MOB-03: a small button beside another one is found; one in text, or with room around, is not', () => {
  expect(smallTargets(show(WHOLE)).tooSmall).toEqual([])
  const small = '<button class="inline-block size-4 p-0"></button>'
  expect(smallTargets(show(`${WHOLE}<p class="mt-16">${small}</p>`)).tooSmall).toEqual([])
  const { tooSmall, below44 } = smallTargets(show(`${WHOLE}<p class="mt-16 flex">${small}${small}</p>`))
  expect(tooSmall).toEqual(['button of 16 × 16', 'button of 16 × 16'])
  expect(below44).toBe(3)
})

test('MOB-05: a field with small letters, the wrong keyboard, and files that can only be dragged are found', () => {
  const field = (facts: string) => `<input class="pointer-coarse:text-base text-sm" ${facts}>`
  expect(awkwardFields(show(`${field('type="email" name="email"')}${field('readonly name="email"')}`))).toEqual({
    fields: 1,
    wrong: [],
  })
  expect(awkwardFields(show(field('name="email"'))).wrong).toEqual(['input shows the wrong keyboard'])
  expect(awkwardFields(show('<input class="text-sm">')).wrong).toEqual(['input has letters of 14 pixels'])

  expect(withoutFileButton(show(WHOLE))).toMatch(/nothing that files are chosen with/)
  expect(withoutFileButton(show('<div><input type="file" hidden></div>'))).toMatch(/no button/)
  expect(withoutFileButton(show('<div><input type="file" hidden><button>Choose</button></div>'))).toBeUndefined()
})

test('NAV-07: a page without skip link, content, heading or language is found', () => {
  expect(missingLandmarks(show(WHOLE))).toEqual([])
  expect(missingLandmarks(show('<div><h1>One</h1><h1>Two</h1></div>'))).toEqual([
    '0 main parts',
    '2 headings of the page',
    'no skip link that comes first',
  ])
  document.documentElement.lang = ''
  expect(missingLandmarks(show(WHOLE))).toEqual(['no language'])
  expect(keyToContent(show(WHOLE), globalThis)).toMatch(/Alt\+S/)
})

const DRAWER = `<header><button class="size-11" aria-expanded="false">Menu</button></header>`
type Menu = { takesKeyboard?: boolean; hidesRest?: boolean; closes?: boolean }

/** A menu as the app has it, but for what is left out. */
function showMenu({ takesKeyboard = true, hidesRest = true, closes = true }: Menu): Document {
  const shown = show(`<div id="app">${DRAWER}${WHOLE}</div>`)
  const opener = shown.querySelector('button')
  const app = shown.querySelector<HTMLElement>('#app')
  opener?.addEventListener('click', () => {
    const drawer = shown.createElement('div')
    drawer.setAttribute('role', 'dialog')
    drawer.innerHTML = '<nav><a href="/files">Files</a></nav>'
    shown.body.append(drawer)
    if (app) app.inert = hidesRest
    if (takesKeyboard) drawer.querySelector('a')?.focus()
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !closes) return
      shown.removeEventListener('keydown', close)
      drawer.remove()
      if (app) app.inert = false
      opener.focus()
    }
    shown.addEventListener('keydown', close)
  })
  return shown
}

test.each<[string, Menu, RegExp]>([
  ['leaves the keyboard behind it', { takesKeyboard: false, hidesRest: false }, /keyboard stays behind/],
  ['lets the keyboard out', { hidesRest: false }, /leaves the open sidebar for button/],
  ['stays open', { closes: false }, /Escape does not close/],
])('MOB-04: a menu that %s is found', async (_what, menu, says) => {
  expect((await drawerProblems(showMenu(menu), globalThis)).join(', ')).toMatch(says)
})

test('MOB-04: a menu that opens, keeps the keyboard and closes is good; a sidebar beside the page is none', async () => {
  expect(await drawerProblems(showMenu({}), globalThis)).toEqual([])
  expect(await drawerProblems(show(`<aside>Files</aside>${DRAWER}`), globalThis)).toEqual([
    'the sidebar stands beside the page',
  ])
})

test('MOB-06: scripts that a page fetched are counted', async () => {
  const { scripts, script_kib: kib } = await firstPage(globalThis)
  expect(scripts).toBeGreaterThan(0)
  expect(kib).toBeGreaterThanOrEqual(0)
})
