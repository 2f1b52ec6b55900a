import { VaultError } from './vault-error.ts'

const FIRST_WAIT_MS = 500
const ATTEMPTS = 5

/**
 * Repeats a request that failed for a reason that may pass: no connection, a busy server, a line that timed out.
 * Waits 0.5, 1, 2 and 4 seconds between tries; a refusal is not repeated.
 */
export async function withRetry<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (tries === ATTEMPTS || !mayPass(error)) throw error
      await pause(FIRST_WAIT_MS * 2 ** (tries - 1), signal)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof VaultError) return error.code === 'offline' || error.code === 'rate_limited'
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
