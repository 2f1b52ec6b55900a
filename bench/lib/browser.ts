import path from 'node:path'
import { type BrowserContext, type Page, chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../scripts/chromium.mjs'
import { whenDone } from './cleanup.ts'
import { makeFolder } from './files.ts'
import { commandLineOf, descendants, pssOf } from './processes.ts'

export type BenchBrowser = { context: BrowserContext; page: Page; close: () => Promise<void> }

/**
 * Starts Chromium with a profile on disk: a private window keeps in memory what others keep on disk.
 * @param spki SHA-256 of a certificate's public key that is to be trusted; a service worker does not start under
 *   `--ignore-certificate-errors`.
 */
export async function startBrowser({ spki }: { spki?: string } = {}): Promise<BenchBrowser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('there is no Chromium: install it or set CHROME_PATH')
  const context = await chromium.launchPersistentContext(path.join(makeFolder('profile'), 'profile'), {
    executablePath,
    args: [...chromiumArguments, ...(spki ? [`--ignore-certificate-errors-spki-list=${spki}`] : [])],
    acceptDownloads: true,
    // For requests that Playwright itself makes, such as reading the mailbox.
    ignoreHTTPSErrors: Boolean(spki),
    // Our own clean-up closes it, before the folders go.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const close = whenDone(() => context.close())
  return { context, page: context.pages()[0] ?? (await context.newPage()), close }
}

/** Proportional set size of this run's Chromium processes in bytes: `total`, and by what each process is for. */
export function browserMemory(): Map<string, number> {
  const memory = new Map([['total', 0]])
  for (const id of descendants()) {
    const line = commandLineOf(id)
    if (!line.includes('chromium')) continue
    const type = /--type=([\w-]+)/.exec(line)?.[1] ?? 'browser'
    const kind = /--utility-sub-type=(\w+)/.exec(line)?.[1] ?? type
    const bytes = pssOf(id)
    memory.set(kind, (memory.get(kind) ?? 0) + bytes)
    memory.set('total', (memory.get('total') ?? 0) + bytes)
  }
  return memory
}
