/** Too many others wait already. */
export class TurnsFullError extends Error {
  override readonly name = 'TurnsFullError'
}

/** Lets so many pieces of work run at once; others wait in line. Keeps this service from taking all connections of the database. */
export class Turns {
  readonly #waiting: Array<() => void> = []
  readonly #mostWaiting: number
  #free: number

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#free = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** @throws {TurnsFullError} */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else {
      if (this.#waiting.length >= this.#mostWaiting) throw new TurnsFullError('The server is busy, please try again')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
