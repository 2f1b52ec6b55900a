/** A stream that has something to deliver. */
export type DueStream = { readonly id: string; readonly tenantId: string }

/** From this long, in milliseconds, a receiver is slow, and its stream waits among slow ones. */
const SLOW_MS = 1_000

/**
 * Streams that are delivered at the same time, by one server and by one organisation. Slow receivers have places of their own, so that nobody
 * waits for them who is not slow; without a limit for each organisation one could fill all of the places.
 */
const MAX_AT_ONCE = { quick: { server: 16, tenant: 2 }, slow: { server: 8, tenant: 2 } } as const

type Lane = keyof typeof MAX_AT_ONCE

/** Whose turn it is: those that waited longest first, in places that no organisation and no slow receiver can fill. */
export class Turns {
  readonly #slow = new Set<string>()
  readonly #running = new Map<string, { lane: Lane; tenantId: string }>()

  /** Streams to begin with now, out of those that are due in the order in which they have waited. */
  choose(due: readonly DueStream[]): DueStream[] {
    const chosen: DueStream[] = []
    const taken = [...this.#running.values()]
    for (const stream of due) {
      if (this.#running.has(stream.id)) continue
      const place = { lane: this.#laneOf(stream.id), tenantId: stream.tenantId }
      const inLane = taken.filter(({ lane }) => lane === place.lane)
      const ofTenant = inLane.filter(({ tenantId }) => tenantId === place.tenantId)
      const max = MAX_AT_ONCE[place.lane]
      if (inLane.length >= max.server || ofTenant.length >= max.tenant) continue
      taken.push(place)
      chosen.push(stream)
    }
    return chosen
  }

  /** Begins a turn. @returns what ends it, given how long its slowest batch took in milliseconds. */
  begin({ id, tenantId }: DueStream): (slowestMs: number) => void {
    this.#running.set(id, { lane: this.#laneOf(id), tenantId })
    return (slowestMs) => {
      this.#running.delete(id)
      if (slowestMs >= SLOW_MS) this.#slow.add(id)
      else this.#slow.delete(id)
    }
  }

  #laneOf(id: string): Lane {
    return this.#slow.has(id) ? 'slow' : 'quick'
  }
}
