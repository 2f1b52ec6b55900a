import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** What servers of one database tell each other. */
export type NodeMessage =
  | { kind: 'broadcast'; topic: string; broadcast: unknown }
  | { kind: 'presence'; topic: string; joins: PackedPresence[]; leaves: string[] }
  /** A server is there; to a new one the others say who is present. */
  | { kind: 'hello'; isNew: boolean }
  | { kind: 'bye' }

/** Key, reference and payload of somebody who is present. */
export type PackedPresence = [key: string, ref: string, meta: Record<string, unknown>]

type Envelope = { from: string; messages: NodeMessage[] }
type Handlers = {
  onMessage: (message: NodeMessage, from: string) => void
  /** A server that has not heard of this one. */
  onNewcomer: () => void
  /** A server that is silent, or said goodbye. */
  onGone: (node: string) => void
  onError: (error: unknown) => void
}

/** PostgreSQL refuses notifications of 8000 bytes. */
const NOTIFICATION_BYTES = 7900
const HELLO_EVERY_MS = 5_000
/** A server that says nothing for so long is gone. */
export const GONE_AFTER_MS = 16_000
const MESSAGES_AT_ONCE = 200
const MOST_WAITING = 20_000

/** Carries messages to the other servers of this database, in order, while there are any. */
export class Nodes {
  readonly id = randomUUID()
  readonly #database: Database
  readonly #handlers: Handlers
  readonly #clock: Pick<Clock, 'elapsedMs'>
  readonly #heardAtMs = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #waiting: NodeMessage[] = []
  #sending: Promise<void> | undefined

  constructor(database: Database, clock: Pick<Clock, 'elapsedMs'>, handlers: Handlers) {
    this.#database = database
    this.#clock = clock
    this.#handlers = handlers
    this.#timer = setInterval(() => this.#beat(), HELLO_EVERY_MS)
    this.#timer.unref()
  }

  get hasOthers(): boolean {
    return this.#heardAtMs.size > 0
  }

  /** To all others; nothing is sent while there are none. */
  send(message: NodeMessage): void {
    if (this.hasOthers) this.#queue(message)
  }

  /** Call after each connection to the database. */
  announce(): void {
    this.#queue({ kind: 'hello', isNew: true })
  }

  /** @param text of a notification after its first letter. */
  async hear(letter: string, text: string): Promise<void> {
    const body = letter === 'l' ? await this.#readStored(text) : text
    if (body === undefined) return
    const { from, messages } = JSON.parse(body) as Envelope
    if (from === this.id) return
    const isKnown = this.#heardAtMs.has(from)
    this.#heardAtMs.set(from, this.#clock.elapsedMs())
    for (const message of messages) {
      if (message.kind === 'bye') this.#forget(from)
      else if (message.kind === 'hello' && (message.isNew || !isKnown)) {
        // Answered at once, so that nothing between the two is missed; a server that was silent is asked who is present.
        this.#queue({ kind: 'hello', isNew: !isKnown })
        this.#handlers.onNewcomer()
      } else this.#handlers.onMessage(message, from)
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#queue({ kind: 'bye' })
    await this.#sending
  }

  #beat(): void {
    const nowMs = this.#clock.elapsedMs()
    for (const [node, atMs] of this.#heardAtMs) if (nowMs - atMs > GONE_AFTER_MS) this.#forget(node)
    this.#queue({ kind: 'hello', isNew: false })
  }

  #forget(node: string): void {
    this.#heardAtMs.delete(node)
    this.#handlers.onGone(node)
  }

  #queue(message: NodeMessage): void {
    if (this.#waiting.length >= MOST_WAITING) return
    this.#waiting.push(message)
    this.#sending ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // What comes in this turn of the event loop travels together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const messages = this.#waiting.splice(0, MESSAGES_AT_ONCE)
      await this.#write(JSON.stringify({ from: this.id, messages } satisfies Envelope)).catch(this.#handlers.onError)
    }
    this.#sending = undefined
  }

  async #write(body: string): Promise<void> {
    if (Buffer.byteLength(body) < NOTIFICATION_BYTES) {
      await this.#database.owner(`select pg_notify('realtime', 'n' || $1)`, [body])
      return
    }
    await this.#database.owner(
      `with stored as (insert into realtime.node_messages (body) values ($1) returning id)
       select pg_notify('realtime', 'l' || id) from stored`,
      [body],
    )
  }

  async #readStored(id: string): Promise<string | undefined> {
    const { rows } = await this.#database.owner<{ body: string }>(
      'select body from realtime.node_messages where id = $1',
      [id],
    )
    return rows[0]?.body
  }
}
