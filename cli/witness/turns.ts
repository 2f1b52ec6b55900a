/** Requests for one log that wait for their turn. */
const MOST_WAITING = 32

/** Comparing with what was kept last and keeping the new one is one step: what concerns a log comes one after the other. */
export class Turns {
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>()

  /** @returns undefined when too many wait already. */
  async take<Result>(origin: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const turn = this.#turns.get(origin) ?? { waiting: 0, last: Promise.resolve() }
    if (turn.waiting >= MOST_WAITING) return undefined
    turn.waiting += 1
    const mine = turn.last.then(work, work)
    turn.last = mine
    this.#turns.set(origin, turn)
    try {
      return await mine
    } finally {
      turn.waiting -= 1
    }
  }
}
