import { argon2, hkdfSync } from 'node:crypto'
import { promisify } from 'node:util'
import { hash } from '@node-rs/argon2'
import type { KdfOnWire } from '#vault/session/credentials.ts'
import { startBrowser } from '../lib/browser.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { bundle, servePages } from '../lib/pages.ts'
import { medianOf, ratioOf, runRounds } from '../lib/rounds.ts'

const OURS = 'ours, in the vault worker of the app'
const NATIVE = 'Node crypto.argon2, four lanes'
const GAP = 'longest gap of the page, ms'
const PASSWORD = 'only for this run 8402'

const argon2Async = promisify(argon2)

/** A password becomes keys. */
export const kdf: Entry = {
  name: 'b13-kdf',
  title: 'Argon2id with 64 MiB, three passes and four lanes, in the worker of the app',
  holdsBack:
    'WebAssembly runs the four lanes one after the other, and so does the argon2 of Node; @node-rs/argon2 gives each a thread.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const url = await servePages({
    '/page.js': await bundle('kdf-page.ts'),
    '/vault.worker.js': await bundle('/web/workers/vault.worker.ts'),
  })
  const { page } = await startBrowser()
  await page.goto(url)
  await page.waitForFunction(() => 'deriveInWorker' in globalThis)
  const derive = () => page.evaluate((password) => globalThis.deriveInWorker(password), PASSWORD)

  const measured = await runRounds(
    [
      {
        name: OURS,
        verify: async () => {
          const { authSecret, kdf } = await derive()
          if (authSecret !== (await nativeSecret(kdf))) throw new Error('Node derives another secret')
        },
        run: async () => {
          const { ms, gapMs } = await derive()
          return { ms, [GAP]: gapMs }
        },
      },
      {
        name: NATIVE,
        run: () => timed(() => argon2Async('argon2id', parameters(Buffer.alloc(16, 1), 4))),
      },
      {
        name: 'Node crypto.argon2, one lane',
        run: () => timed(() => argon2Async('argon2id', parameters(Buffer.alloc(16, 1), 1))),
      },
      {
        name: '@node-rs/argon2, four lanes',
        run: () => timed(() => hash(PASSWORD, { memoryCost: 65_536, timeCost: 3, parallelism: 4 })),
      },
    ],
    isQuick ? 3 : 9,
  )
  return {
    tables: [{ caption: 'derivation', measured, ratioTo: [NATIVE, 'Node crypto.argon2, one lane'] }],
    aims: [
      {
        what: `times ${NATIVE}`,
        got: ratioOf(measured, OURS, NATIVE),
        reachable: 2,
        ambitious: 1.6,
        isUpperBound: true,
      },
      {
        what: 'longest gap on the main thread',
        got: medianOf(measured, OURS, GAP),
        reachable: 16,
        ambitious: 16,
        isUpperBound: true,
        unit: 'ms',
      },
    ],
    notes: ['The secret that the worker derives was compared with the one that Node derives from the same parameters.'],
  }
}

function parameters(nonce: Buffer, parallelism: number) {
  return { message: PASSWORD, nonce, parallelism, tagLength: 32, memory: 65_536, passes: 3 }
}

async function nativeSecret({ salt }: KdfOnWire): Promise<string> {
  const stretched = await argon2Async('argon2id', parameters(Buffer.from(salt, 'base64url'), 4))
  return `qs1.${Buffer.from(hkdfSync('sha256', stretched, '', 'qs1/auth', 32)).toString('base64url')}`
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const started = performance.now()
  await work()
  return { ms: performance.now() - started }
}
