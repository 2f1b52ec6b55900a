/** The process is gone: nothing that it does has an effect any more. */
export class KilledError extends Error {
  override readonly name = 'KilledError'
}

/** `kill`: the process ends there; a code: the system refuses this one call with it. */
export type Fault = 'kill' | 'EIO' | 'ENOSPC'

/** Which calls may be hit: before they are made, or when they were made and their answer was lost. */
export type Step = { name: string; isAfter: boolean }

/**
 * Counts the calls of a server to disk, database and bucket, and lets one of them be the last, or fail. A killed server is one whose calls all
 * fail before they do anything: what runs on in the process of the test changes nothing, and its answers are not looked at.
 */
export class Steps {
  readonly seen: Step[] = []
  readonly #hit: number
  readonly #fault: Fault
  #isDead = false
  #isCounting = true
  #wasHit = false

  /** @param hit number of the call that is hit, from 0. */
  constructor(hit: number, fault: Fault) {
    this.#hit = hit
    this.#fault = fault
  }

  get isDead(): boolean {
    return this.#isDead
  }

  get isKill(): boolean {
    return this.#fault === 'kill'
  }

  get wasHit(): boolean {
    return this.#wasHit
  }

  get hitStep(): Step | undefined {
    return this.#wasHit ? this.seen[this.#hit] : undefined
  }

  /** Makes a call of the server, unless it is hit before. */
  async around<T>(name: string, call: () => Promise<T>): Promise<T> {
    this.#reach({ name, isAfter: false })
    const result = await call()
    this.#reach({ name, isAfter: true })
    return result
  }

  /** Does something whose calls are no steps. */
  async unhit<T>(work: () => Promise<T>): Promise<T> {
    this.#isCounting = false
    const result = await work()
    this.#isCounting = true
    return result
  }

  #reach(step: Step): void {
    if (this.#isDead) throw new KilledError(`${step.name} of a process that is gone`)
    if (!this.#isCounting) return
    this.seen.push(step)
    if (this.seen.length - 1 !== this.#hit) return
    this.#wasHit = true
    if (this.#fault !== 'kill') throw Object.assign(new Error(`${this.#fault}: ${step.name}`), { code: this.#fault })
    this.#isDead = true
    throw new KilledError(step.name)
  }
}
