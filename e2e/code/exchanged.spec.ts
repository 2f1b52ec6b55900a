import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContextOptions, type Page, expect, test } from '@playwright/test'
import { type Alteration, type AlteringProxy, startAlteringProxy } from '../../test/support/altering-proxy.ts'
import { chooseFiles } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { makeFile, newPerson, rowOf, startDownload, unlock } from '../support/transfers.ts'
import { everything, FILES, scriptAndDocuments } from './exchanged.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TABLE = path.join(ROOT, 'docs/code-in-the-open.md')
const run = promisify(execFile)

/** A row of the table: what the browser does with it, what /proof says, what the command says without and with a build. */
type Row = {
  browser: 'refused' | 'runs'
  proof: 'named' | 'silent'
  list: 'named' | 'silent'
  build: 'named' | 'silent'
}

let server: RunningServer
let proxy: AlteringProxy
test.beforeAll(async () => {
  server = await startServer()
  proxy = await startAlteringProxy(server.url)
})
test.afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

test('what each layer notices is what the documentation says', async ({ browser }) => {
  test.slow()
  const measured: Record<string, Row> = {}
  // Each with a cache of its own: what is served for ever is not asked for again.
  const visit = async (options: BrowserContextOptions, see: (page: Page) => Promise<Row>): Promise<Row> => {
    const context = await browser.newContext(options)
    const row = await see(await context.newPage())
    await context.close()
    return row
  }
  for (const { name, alterations, page: address } of FILES) {
    await test.step(name, async () => {
      proxy.alter(alterations)
      const silent = { list: 'silent', build: 'silent' } as const
      measured[name] = await visit({}, async (page) => ({ ...(await inBrowser(page, address)), ...silent }))
    })
  }
  await test.step('the command, all of them at once', async () => {
    // Each is in another file, but for the worker and the WebAssembly within it.
    proxy.alter(FILES.filter(({ name }) => name !== 'WebAssembly').flatMap(({ alterations }) => alterations))
    const [list, build] = await namedByBoth()
    for (const { name, file } of FILES) {
      if (file && list.has(file)) Object.assign(measured[name] ?? {}, { list: 'named' })
      if (file && build.has(file)) Object.assign(measured[name] ?? {}, { build: 'named' })
    }
  })
  const header = (await fetch(server.url)).headers.get('integrity-policy-waict-v1') ?? ''
  const address = /manifest="([^"]+)"/.exec(header)?.[1] ?? ''
  const whole = everything({ address, text: await (await fetch(server.url + address)).text() })
  const extraHTTPHeaders = { 'x-visitor': 'somebody' }
  const forVictim = whole.map((one): Alteration => ({ ...one, for: (asked) => asked['x-visitor'] === 'somebody' }))
  measured['script and documents'] = await visit({}, (page) => everywhere(page, scriptAndDocuments()))
  measured['script, documents and lists'] = await visit({}, (page) => everywhere(page, whole))
  measured['the same for one visitor'] = await visit({ extraHTTPHeaders }, (page) => everywhere(page, forVictim))

  expect(measured).toEqual(documented())
})

test('a service worker that was exchanged is given no file, and the honest one is', async ({ page }, { outputDir }) => {
  fs.mkdirSync(outputDir, { recursive: true })
  proxy.alter([])
  await newPerson(page, proxy.url)
  const file = makeFile(outputDir, 'For me alone.bin', 4096)
  await chooseFiles(page, file)
  await expect(rowOf(page, 'For me alone.bin')).toBeVisible()

  proxy.alter([{ at: '/sw.js', body: (text) => `${text};self.isExchanged = true` }])
  await page.getByRole('button', { name: 'Download and decrypt For me alone.bin' }).click()
  await expect(page.getByText(/delivers another service worker than this page was built with/)).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  proxy.alter([])
  const download = await startDownload(page, 'For me alone.bin')
  expect(fs.readFileSync(await download.path()).equals(fs.readFileSync(file))).toBe(true)
})

test('another build is said once, and Security lists both; a file that is not as listed stays said', async ({
  page,
}) => {
  proxy.alter([])
  const person = await newPerson(page, proxy.url)
  const openSecurity = async (): Promise<void> => {
    await page.goto(`${proxy.url}/dashboard`)
    await unlock(page, person)
    await page.getByRole('link', { name: 'Security', exact: true }).first().click()
  }
  const news = page.getByText('Another build of the app', { exact: true })
  await openSecurity()
  const row = page.getByRole('listitem').filter({ hasText: 'App in this browser' })
  await expect(row.getByRole('listitem')).toHaveCount(1)
  await expect(row).toContainText(/Entry \d+ of the public log lists this build\./)
  await expect(news).toHaveCount(0)

  // As if this browser had run another one before.
  await page.evaluate(() => {
    const [{ since }] = JSON.parse(localStorage.getItem('app-builds') ?? '[]') as [{ since: number }]
    const before = { version: '0.1.0', sha256: 'b'.repeat(64), since: since - 86_400_000 }
    localStorage.setItem('app-builds', JSON.stringify([before]))
  })
  await openSecurity()
  await expect(news).toBeVisible()
  await expect(row.getByRole('listitem')).toHaveCount(2)
  await expect(row).toContainText('Version 0.1.0, build bbbbbbbbbbbb')
  await openSecurity()
  await expect(row.getByRole('listitem')).toHaveCount(2)
  await expect(news).toHaveCount(0)

  proxy.alter([{ at: '/login', body: (text) => `${text}<!-- -->` }])
  await openSecurity()
  await expect(page.getByText('Part of this app is not as its server lists it: /login.').first()).toBeVisible()
  await expect(row).toContainText('Needs attention')
})

/** One exchange seen by every layer. */
async function everywhere(page: Page, alterations: readonly Alteration[]): Promise<Row> {
  proxy.alter(alterations)
  const seen = await inBrowser(page, '/login')
  const said = ({ size }: Set<string>) => (size > 0 ? 'named' : 'silent')
  const [list, build] = await namedByBoth()
  return { ...seen, list: said(list), build: said(build) }
}

async function inBrowser(page: Page, address: string): Promise<Pick<Row, 'browser' | 'proof'>> {
  const refusals: string[] = []
  page.on('console', (message) => /integrity|refused worker/i.test(message.text()) && refusals.push(message.text()))
  const response = await page.goto(proxy.url + address, { waitUntil: 'networkidle' })
  const email = page.getByLabel('Email', { exact: true })
  if (await email.isVisible()) {
    // All three workers start when somebody types, or one of them is refused.
    await email.pressSequentially('v')
    await expect.poll(() => refusals.length > 0 || page.workers().length === 3).toBe(true)
  }
  const isShown = await page.evaluate(() => {
    const style = getComputedStyle(document.body).getPropertyValue('--exchanged')
    return 'isExchanged' in globalThis || style === '1' || document.body.hasAttribute('data-exchanged')
  })
  const policy = response?.headers()['content-security-policy'] ?? ''
  const isObeyed = policy.includes("'unsafe-inline'") || response?.headers()['integrity-policy'] === undefined
  const runs = isShown || isObeyed || refusals.length === 0
  await page.goto(`${proxy.url}/proof`)
  const verdict = page.getByText(/files as listed, build [\da-f]{12}$|^Not as listed: |^Not in the public log: /)
  const proof = (await verdict.first().textContent())?.startsWith('Not') ? 'named' : 'silent'
  // Otherwise the log would have said nothing, whatever is in it.
  await expect(page.getByText(/^\d+ entr(y|ies), root\s[\da-f]{8}…$/)).toBeVisible()
  return { browser: runs ? 'runs' : 'refused', proof }
}

/** Files that the command names by the list of the server, and by a build of one's own. */
const namedByBoth = () => Promise.all([namedBy([]), namedBy(['--build', 'web/dist'])])

/** Files that the command names. */
async function namedBy(options: string[]): Promise<Set<string>> {
  const words = ['cli/quantumshield.mjs', 'verify-app', proxy.url, ...options, '--json']
  const { stdout } = await run('node_modules/.bin/node', words, { cwd: ROOT }).catch((error: unknown) => {
    return error as { stdout: string }
  })
  const { problems } = JSON.parse(stdout) as { problems: { file: string }[] }
  return new Set(problems.map(({ file }) => file))
}

/** The table as it is written: the first word of each cell counts. */
function documented(): Record<string, Row> {
  const lines = fs.readFileSync(TABLE, 'utf8').split('\n')
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim())).filter((cells) => cells.length === 7)
  const [, , ...body] = rows
  const first = (cell = '') => cell.split(/[ ,;]/)[0] ?? ''
  return Object.fromEntries(
    body.map(([, name = '', browser, proof, list, build]) => {
      return [name, { browser: first(browser), proof: first(proof), list: first(list), build: first(build) } as Row]
    }),
  )
}
