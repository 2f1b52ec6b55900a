import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openNewVault } from '../../e2e/person.ts'
import { type BenchBrowser, startBrowser } from './browser.ts'
import { type RandomFile, requireSameFile } from './files.ts'
import type { BenchServer } from './server.ts'

const PATIENCE_MS = 300_000

let people = 0
let names = 0

/** The real app in a browser, with a vault that was just made, driven as a person drives it. */
export class VaultPage {
  readonly page: Page
  readonly close: () => Promise<void>

  private constructor({ page, close }: Pick<BenchBrowser, 'page' | 'close'>) {
    this.page = page
    this.close = close
  }

  /** @param spki as for `startBrowser`, for a server with TLS. */
  static async start(server: BenchServer, spki?: string): Promise<VaultPage> {
    const browser = await startBrowser(spki ? { spki } : {})
    return VaultPage.in(browser, server)
  }

  /** The same in a tab of a browser that runs already. */
  static async in({ context, close }: BenchBrowser, server: BenchServer): Promise<VaultPage> {
    const page = await context.newPage()
    people += 1
    const person = { email: `bench-${people}@example.org`, password: 'only for this run 8402', firstName: 'Bench' }
    await openNewVault(page, server.url, person)
    return new VaultPage({ page, close })
  }

  /**
   * Uploads a file from disk under a name of its own.
   * @returns that name, and the time from choosing the file until the list shows it, in ms.
   */
  async upload(file: RandomFile): Promise<{ name: string; ms: number }> {
    names += 1
    const name = `upload-${names}.bin`
    const link = path.join(path.dirname(file.path), name)
    fs.linkSync(file.path, link)
    try {
      const chooser = this.page.waitForEvent('filechooser')
      await this.page.getByRole('button', { name: 'Choose files to upload' }).click()
      const chosen = await chooser
      const started = performance.now()
      await chosen.setFiles(link)
      await this.#row(name).waitFor({ timeout: PATIENCE_MS })
      return { name, ms: performance.now() - started }
    } finally {
      fs.rmSync(link)
    }
  }

  /** Downloads a file through the service worker and compares it. @returns ms from the click until it is saved. */
  async download(name: string, expected: RandomFile): Promise<number> {
    const started = performance.now()
    const saved = this.page.waitForEvent('download', { timeout: PATIENCE_MS })
    await this.page.getByRole('button', { name: `Download and decrypt ${name}` }).click()
    const download = await saved
    const file = await download.path()
    const ms = performance.now() - started
    await requireSameFile(file, expected)
    await download.delete()
    return ms
  }

  /** The caller's headers for requests that a peer sends from the same page. */
  headers(): Promise<{ apikey: string; authorization: string }> {
    return this.page.evaluate(async () => {
      const config = (await (await fetch('/config.json')).json()) as { publishable_key: string }
      const saved = JSON.parse(sessionStorage.getItem('quantumshield-session') ?? '{}') as { access_token?: string }
      return { apikey: config.publishable_key, authorization: `Bearer ${saved.access_token}` }
    })
  }

  #row(name: string) {
    return this.page.getByRole('row').filter({ hasText: name })
  }
}
