import path from 'node:path'
import type { Page } from '@playwright/test'
import type { CodecName } from '../browser/codec.worker.ts'
import { startBrowser } from './browser.ts'
import type { RandomFile } from './files.ts'
import { bundle, servePages } from './pages.ts'
import type { Contender } from './rounds.ts'

/** A contender of the sealing entries: which codec, in how many workers, over how many bytes. */
export type CodecContender = { name: string; codec: CodecName; workers?: number; file: RandomFile }

/** A browser page whose workers seal and open files. */
export class CodecPage {
  readonly page: Page
  readonly close: () => Promise<void>

  private constructor(page: Page, close: () => Promise<void>) {
    this.page = page
    this.close = close
  }

  /** @param files what the page may choose from. */
  static async start(files: readonly RandomFile[]): Promise<CodecPage> {
    const url = await servePages({
      '/page.js': await bundle('page.ts'),
      '/codec.worker.js': await bundle('codec.worker.ts'),
    })
    const { page, close } = await startBrowser()
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in globalThis)
    await page.setInputFiles(
      'input',
      files.map((file) => file.path),
    )
    return new CodecPage(page, close)
  }

  /** Starts the workers of a contender, so that their start is not measured. */
  async warm({ workers = 1 }: CodecContender): Promise<void> {
    await this.page.evaluate((count) => {
      for (let index = 0; index < count; index++) globalThis.bench.start(`codec-${index}`, '/codec.worker.js')
    }, workers)
  }

  /** Seals the file from disk and drops what comes out. @returns milliseconds. */
  async seal({ codec, workers = 1, file }: CodecContender): Promise<number> {
    const { ms, bytes } = await this.page.evaluate(
      async ({ codec, workers, name }) => {
        const source = globalThis.bench.file(name)
        const started = performance.now()
        const sizes = await Promise.all(
          Array.from({ length: workers }, (_, index) =>
            globalThis.bench.call(`codec-${index}`, { do: 'seal', codec, source, share: { index, of: workers } }),
          ),
        )
        return { ms: performance.now() - started, bytes: sizes.reduce((sum: number, size) => sum + Number(size), 0) }
      },
      { codec, workers, name: path.basename(file.path) },
    )
    if (bytes < file.sizeBytes) throw new Error(`only ${bytes} of ${file.sizeBytes} bytes were sealed`)
    return ms
  }

  /** Opens in each worker, at once, what `load` brought into its memory. @returns milliseconds. */
  async open({ codec, workers = 1, file }: CodecContender): Promise<number> {
    const { ms, bytes } = await this.page.evaluate(
      async ({ codec, workers }) => {
        const started = performance.now()
        const sizes = await Promise.all(
          Array.from({ length: workers }, (_, index) => globalThis.bench.call(`codec-${index}`, { do: 'open', codec })),
        )
        return { ms: performance.now() - started, bytes: sizes.reduce((sum: number, size) => sum + Number(size), 0) }
      },
      { codec, workers },
    )
    if (bytes !== workers * file.sizeBytes) throw new Error(`${bytes} bytes came out of ${file.sizeBytes}`)
    return ms
  }

  /** Seals the file and lays the result into the memory of each worker. */
  async load({ codec, workers = 1, file }: CodecContender): Promise<void> {
    await this.page.evaluate(
      async ({ codec, workers, name }) => {
        const source = globalThis.bench.file(name)
        const whole = { index: 0, of: 1 }
        const sealed = await globalThis.bench.call('codec-0', { do: 'keep', codec, source, share: whole })
        for (let index = 0; index < workers; index++) {
          await globalThis.bench.call(`codec-${index}`, { do: 'load', sealed })
        }
      },
      { codec, workers, name: path.basename(file.path) },
    )
  }

  /** Seals with the contender's workers, opens with one, and compares with the file. @throws when a byte differs. */
  async verify({ codec, workers = 1 }: CodecContender, sample: RandomFile): Promise<void> {
    const hash = await this.page.evaluate(
      async ({ codec, workers, name }) => {
        const source = globalThis.bench.file(name)
        const parts = await Promise.all(
          Array.from({ length: workers }, (_, index) =>
            globalThis.bench.call(`codec-${index}`, { do: 'keep', codec, source, share: { index, of: workers } }),
          ),
        )
        return globalThis.bench.call('codec-0', { do: 'hash', codec, sealed: new Blob(parts as Blob[]) })
      },
      { codec, workers, name: path.basename(sample.path) },
    )
    if (hash !== sample.sha256) throw new Error('what was sealed does not open to the same bytes')
  }
}

/** MB/s (10^6) of a number of bytes in a number of milliseconds. */
export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1000 / ms

/** The contenders of an entry over one page: each seals, or opens, its file once a round. */
export function codecContenders(
  page: CodecPage,
  contenders: readonly CodecContender[],
  { sample, isOpening }: { sample: RandomFile; isOpening: boolean },
): Contender[] {
  return contenders.map((contender) => ({
    name: contender.name,
    verify: async () => {
      await page.warm(contender)
      await page.verify(contender, sample)
    },
    run: async () => {
      if (isOpening) await page.load(contender)
      const ms = isOpening ? await page.open(contender) : await page.seal(contender)
      return { 'MB/s': megabytesPerSecond(contender.file.sizeBytes * (isOpening ? (contender.workers ?? 1) : 1), ms) }
    },
  }))
}
