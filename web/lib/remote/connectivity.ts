import { createStore } from './store.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** `offline`: the browser knows that there is no network. `server-away`: there is one, but the server does not answer. */
export type Connectivity = 'reachable' | 'offline' | 'server-away'

const PROBE_EVERY_MS = 3000
const PROBE_TIMEOUT_MS = 5000

export const connectivity = createStore<Connectivity>(navigator.onLine ? 'reachable' : 'offline')
const listeners = new Set<() => void>()
let probing: ReturnType<typeof setTimeout> | undefined

/** Called when the server answers again after it was lost. @returns ends that. */
export function onReachable(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Something failed: when it was for want of an answer, the server is asked again and again until it gives one. */
export function reportFailure(error: unknown): void {
  const isLost = error instanceof VaultError && (error.code === 'offline' || error.code === 'key_log_offline')
  if (!isLost || connectivity.read() !== 'reachable') return
  // One request may be lost for many reasons; the strip appears when the probe is lost as well.
  void probe()
}

addEventListener('offline', () => connectivity.write('offline'))
addEventListener('online', () => void probe())

async function probe(): Promise<void> {
  clearTimeout(probing)
  if (!navigator.onLine) return connectivity.write('offline')
  const isThere = await answers()
  if (!isThere) {
    if (connectivity.read() !== 'server-away') connectivity.write('server-away')
    clearTimeout(probing)
    probing = setTimeout(() => void probe(), PROBE_EVERY_MS)
    return
  }
  // It was there all the time: trying again at once would only fail the same way.
  if (connectivity.read() === 'reachable') return
  connectivity.write('reachable')
  for (const listener of listeners) listener()
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    // No answer is the answer here.
    return false
  }
}
