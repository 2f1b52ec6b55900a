import { VaultError } from './vault-error.ts'

/**
 * Waits before the tries after the first, in milliseconds. A change of network fits in, and so does a restart of the server, which finishes
 * what it is answering for 30 seconds before it ends (`server/process/`).
 */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000]

/** Called when a request has to be repeated, and again when it came through after all. */
export type TroubleListener = (isTroubled: boolean) => void

/**
 * Repeats a request that failed for a reason that may pass: no connection, a busy server, a line that timed out.
 * Tries eleven times within about 55 seconds of waiting; a refusal is not repeated.
 *
 * @param attempt is given the number of the try, from 1.
 */
export async function withRetry<T>(
  signal: AbortSignal,
  attempt: (tries: number) => Promise<T>,
  onTrouble: TroubleListener = () => undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      const result = await attempt(tries)
      if (tries > 1) onTrouble(false)
      return result
    } catch (error) {
      signal.throwIfAborted()
      const waitMs = WAITS_MS[tries - 1]
      if (waitMs === undefined || !mayPass(error)) throw error
      onTrouble(true)
      await pause(waitMs, signal)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof VaultError) return ['offline', 'rate_limited', 'reading_slowed'].includes(error.code)
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** @throws the reason of `signal`, at once, when it ends the wait. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', abort, { once: true })
  })
}

/**
 * How many seconds the service asks to wait before another try; null when it did not say. The auth client hands on the sentence
 * of a refusal but not its `retry-after`.
 */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof VaultError) || error.code !== 'rate_limited') return null
  const seconds = Number(/after (\d+) seconds/.exec(error.message)?.[1])
  return seconds > 0 ? seconds : null
}
