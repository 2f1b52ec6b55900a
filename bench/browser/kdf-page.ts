import { wrap } from 'comlink'
import type { KdfOnWire } from '#vault/session/credentials.ts'
import { createRemote } from '#web/lib/remote/remote.ts'
import type { VaultWorker } from '#web/workers/vault.worker.ts'

const worker = wrap<VaultWorker>(new Worker('/vault.worker.js', { type: 'module' }))

export type Derived = { authSecret: string; kdf: KdfOnWire; ms: number; gapMs: number }

/** Derives the credentials of a new account in the app's own worker, and watches this thread meanwhile. */
async function deriveInWorker(password: string): Promise<Derived> {
  let gapMs = 0
  let isRunning = true
  let last = performance.now()
  // A port has no minimum delay, as timers have.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    const now = performance.now()
    gapMs = Math.max(gapMs, now - last)
    last = now
    // At most once a millisecond, or the watching would be the load.
    if (isRunning) setTimeout(() => port2.postMessage(null), 1)
  })
  port1.start()
  port2.postMessage(null)
  const started = performance.now()
  const { authSecret, kdf } = await createRemote(async () => worker).account.newAccount(password)
  const ms = performance.now() - started
  isRunning = false
  return { authSecret, kdf, ms, gapMs }
}

declare global {
  var deriveInWorker: (password: string) => Promise<Derived>
}

globalThis.deriveInWorker = deriveInWorker
