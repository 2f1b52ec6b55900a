import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Person, openNewVault, signIn } from '../../e2e/support/account/person.ts'
import type { SingleUpload } from '../browser/upload-peers.ts'
import { m } from '#web/messages/app.ts'
import { type BenchBrowser, startBrowser } from './browser.ts'
import { type RandomFile, requireSameFile } from './files.ts'
import type { BenchServer } from './server.ts'

const PATIENCE_MS = 300_000

let people = 0
let names = 0

/** The real app in a browser, with a vault that was just made, driven as a person drives it. */
export class VaultPage {
  readonly page: Page
  readonly person: Person
  readonly close: () => Promise<void>

  private constructor(page: Page, person: Person, close: () => Promise<void>) {
    this.page = page
    this.person = person
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
    return new VaultPage(page, person, close)
  }

  /** A fresh browser in which a known person signs in. @param spki as for `startBrowser`. */
  static async signIn(server: BenchServer, person: Person, spki?: string): Promise<VaultPage> {
    const { context, close } = await startBrowser(spki ? { spki } : {})
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await signIn(page, person)
    await page.getByRole('heading', { name: 'My Files' }).waitFor()
    return new VaultPage(page, person, close)
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

  /** Lets peers upload from this page: their script (`upload-peers.ts`, bundled), and a chooser that holds `files`. */
  async addPeers(script: string, files: readonly RandomFile[]): Promise<void> {
    await this.page.evaluate(`(() => {${script}})()`)
    await this.page.evaluate(() => {
      const input = document.createElement('input')
      input.type = 'file'
      input.multiple = true
      input.id = 'bench-files'
      document.body.append(input)
    })
    await this.page.setInputFiles(
      '#bench-files',
      files.map((file) => file.path),
    )
  }

  /** Uploads many files at once. @returns ms from choosing them until the app says that all are stored. */
  async uploadMany(files: string[]): Promise<number> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.getByRole('button', { name: 'Choose files to upload' }).click()
    const chosen = await chooser
    const started = performance.now()
    await chosen.setFiles(files)
    await this.page.getByText(m.transfers.uploadedMany(files.length)).first().waitFor({ timeout: PATIENCE_MS })
    return performance.now() - started
  }

  /** The same as plain objects, after `addPeers`. @returns milliseconds. */
  async uploadManyPlain(files: string[]): Promise<number> {
    names += 1
    await this.page.setInputFiles('#bench-files', files)
    return this.page.evaluate(async (objectName) => {
      const { headers, userId } = await globalThis.uploadPeers.account()
      const files = [...(document.querySelector<HTMLInputElement>('#bench-files')?.files ?? [])]
      return globalThis.uploadPeers.manyPlain(files, { headers, objectName: `${userId}/${objectName}` })
    }, `peer-${names}`)
  }

  /** One upload by a peer, under a name of its own. @returns milliseconds. */
  async uploadAs(peer: SingleUpload, file: RandomFile): Promise<number> {
    names += 1
    return this.page.evaluate(
      async ({ peer, fileName, objectName }) => {
        const { headers, userId } = await globalThis.uploadPeers.account()
        const files = [...(document.querySelector<HTMLInputElement>('#bench-files')?.files ?? [])]
        const file = files.find(({ name }) => name === fileName)
        if (!file) throw new Error(`no file ${fileName}`)
        return globalThis.uploadPeers[peer](file, { headers, objectName: `${userId}/${objectName}` })
      },
      { peer, fileName: path.basename(file.path), objectName: `peer-${names}` },
    )
  }

  #row(name: string) {
    return this.page.getByRole('row').filter({ hasText: name })
  }
}
