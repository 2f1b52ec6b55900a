export type RealtimeSettings = {
  /** Broadcast and presence on channels that no policy guards. */
  hasPublicChannels: boolean
  /** Connections of this process. */
  maxConnections: number
}

/** Starting values; `RATE_LIMIT_FACTOR` multiplies those that count what somebody sends or opens. */
export const REALTIME_LIMITS = {
  /** An office of forty people behind one address, with several windows each. */
  connectionsPerAddress: 200,
  connectionsPerAccount: 40,
  channelsPerConnection: 100,
  changesPerChannel: 50,
  joins: { burst: 120, perSecond: 10 },
  /** All connections of one address, and of one account. */
  joinsPerSubject: { burst: 1000, perSecond: 50 },
  messages: { burst: 200, perSecond: 100 },
  /** All connections of one account, or of one address when nobody is signed in. */
  messagesPerSubject: { burst: 1000, perSecond: 300 },
  tokens: { burst: 300, perSecond: 10 },
} as const

/** A whole frame; above it a connection ends with 1009. */
export const FRAME_BYTES = 1024 * 1024
/** A frame that joins a channel. */
export const JOIN_BYTES = 32 * 1024
/** What somebody broadcasts. */
export const BROADCAST_BYTES = 256 * 1024
/** Kept in memory for as long as the person is there. */
export const PRESENCE_BYTES = 4096
/** Length prefixes of the binary frames are one byte. */
export const TOPIC_BYTES = 255
/** A record above it comes without its large columns, as the reference has it. */
export const RECORD_BYTES = 1024 * 1024
/** Longest reading of rows for one listener; a filter that takes longer ends its subscription. */
export const READING_MS = 500
/** What may wait for a consumer who does not read. */
export const WAITING_BYTES = 2 * 1024 * 1024
/** What may wait for all of them; beyond it, connections with more than a little waiting are closed. */
export const WAITING_BYTES_IN_ALL = 256 * 1024 * 1024
export const LITTLE_WAITING_BYTES = 64 * 1024
/** What channels hold in memory: their subscriptions, and who is present in them. */
export const HELD_BYTES_PER_ADDRESS = 8 * 1024 * 1024
export const HELD_BYTES_IN_ALL = 128 * 1024 * 1024
/** Clients send a heartbeat each 25 seconds. */
export const SILENCE_MS = 75_000

/** A budget of `burst`, which fills again by `perSecond`. */
export class Budget {
  readonly #burst: number
  readonly #perMs: number
  #left: number
  #filledAtMs = performance.now()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, factor: number) {
    this.#burst = Math.max(1, burst * factor)
    this.#perMs = (perSecond * factor) / 1000
    this.#left = this.#burst
  }

  /** False when it is used up. */
  take(): boolean {
    const nowMs = performance.now()
    this.#left = Math.min(this.#burst, this.#left + (nowMs - this.#filledAtMs) * this.#perMs)
    this.#filledAtMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

/** Counts things that are open by what they belong to. */
export class OpenCounts {
  readonly #open = new Map<string, number>()

  of(name: string): number {
    return this.#open.get(name) ?? 0
  }

  add(name: string): void {
    this.#open.set(name, this.of(name) + 1)
  }

  remove(name: string): void {
    const left = this.of(name) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
  }
}
