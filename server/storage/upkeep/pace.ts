import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter waits are added up. */
const LEAST_WAIT_MS = 20

/** Lets so many bytes pass in a second, over whatever they come. */
export class Pace {
  readonly #bytesPerSecond: number
  #nextMs = 0

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Resolves when what comes after these bytes may pass. @throws when `signal` ends it. */
  async passed(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const nowMs = performance.now()
    this.#nextMs = Math.max(nowMs, this.#nextMs) + (bytes / this.#bytesPerSecond) * 1000
    const waitMs = this.#nextMs - nowMs
    if (waitMs >= LEAST_WAIT_MS) await sleep(waitMs, undefined, signal && { signal })
  }
}
