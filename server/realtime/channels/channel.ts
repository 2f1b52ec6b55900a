import type { Caller } from '../../db/database.ts'
import { broadcastOf, type Message, sizeOf, type Version } from '../connections/frames.ts'
import { type Hub, keyOf, type Member } from './hub.ts'
import type { ChannelSettings } from './join-config.ts'
import type { ChannelRights } from './channel-rights.ts'
import { BROADCAST_BYTES, PRESENCE_BYTES } from '../realtime-limits.ts'
import type { Listener, Subscriptions } from '../changes/subscriptions.ts'

/** Where a channel writes. */
export type Line = {
  readonly version: Version
  send: (frame: string | Buffer) => void
  message: (message: Message) => void
  reply: (to: Message, status: 'ok' | 'error', response: unknown) => void
  /** Counts memory for the address at its other end; false when there is no room. */
  hold: (bytes: number) => boolean
  release: (bytes: number) => void
}

export type Identity = { caller: Caller; callerKey: string; token: string | undefined; rights: ChannelRights }

export type ChannelOptions = {
  line: Line
  hub: Hub
  subscriptions: Subscriptions
  name: string
  joinRef: string | null
  settings: ChannelSettings
  presenceKey: string
  /** What the line holds for it; given back in the end. */
  heldBytes: number
  onClosed: (channel: Channel) => void
}

// setTimeout takes no longer one; a token may live for years.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One channel of one connection, joined. */
export class Channel implements Member, Listener {
  readonly topic: string
  readonly key: string
  readonly joinRef: string | null
  readonly #options: ChannelOptions
  #identity: Identity
  #isPresenceEnabled: boolean
  #presence: { ref: string; payload: string; heldBytes: number } | undefined
  #expiry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ChannelOptions, identity: Identity) {
    this.#options = options
    this.topic = `realtime:${options.name}`
    this.key = keyOf(options.name, options.settings.private)
    this.joinRef = options.joinRef
    this.#identity = identity
    this.#isPresenceEnabled = options.settings.presence.enabled && identity.rights.presence.read
    this.#watchExpiry()
    options.hub.join(this)
  }

  get version(): Version {
    return this.#options.line.version
  }

  get caller(): Caller {
    return this.#identity.caller
  }

  get callerKey(): string {
    return this.#identity.callerKey
  }

  get identity(): Identity {
    return this.#identity
  }

  get settings(): ChannelSettings {
    return this.#options.settings
  }

  get name(): string {
    return this.#options.name
  }

  get hearsBroadcasts(): boolean {
    return this.#identity.rights.broadcast.read
  }

  get hearsPresence(): boolean {
    return this.#isPresenceEnabled
  }

  send(frame: string | Buffer): void {
    this.#options.line.send(frame)
  }

  push(event: string, payload: unknown): void {
    this.#options.line.message({ joinRef: this.joinRef, ref: null, topic: this.topic, event, payload })
  }

  sendChange(ids: readonly number[], data: string): void {
    const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
    const topic = JSON.stringify(this.topic)
    this.send(
      this.version === '1.0.0'
        ? `{"topic":${topic},"event":"postgres_changes","payload":${payload},"ref":null}`
        : `[null,null,${topic},"postgres_changes",${payload}]`,
    )
  }

  system(status: 'ok' | 'error', message: string, extension = 'postgres_changes'): void {
    this.push('system', { extension, status, message, channel: this.name })
  }

  /** After the reply to the join. */
  sendPresenceState(): void {
    if (this.#isPresenceEnabled) this.push('presence_state', this.#options.hub.presence.stateOf(this.key))
  }

  handleBroadcast(message: Message): void {
    const { settings, line, hub } = this.#options
    const broadcast = broadcastOf(message.payload)
    if (!broadcast) return line.reply(message, 'error', { reason: 'a broadcast has an event' })
    if (sizeOf(broadcast) > BROADCAST_BYTES) {
      if (settings.broadcast.ack) line.reply(message, 'error', { reason: 'payload_size_exceeded' })
      return
    }
    // As in the reference, somebody who may not send gets no answer at all.
    if (!this.#identity.rights.broadcast.write) return
    hub.broadcast(this.key, broadcast, settings.broadcast.self ? undefined : this)
    if (settings.broadcast.ack) line.reply(message, 'ok', {})
  }

  handlePresence(message: Message): void {
    const { line } = this.#options
    const { event, payload } = message.payload as { event?: unknown; payload?: unknown }
    const kind = typeof event === 'string' ? event.toLowerCase() : undefined
    if (kind === 'untrack') {
      this.#untrack()
      return line.reply(message, 'ok', {})
    }
    if (kind !== 'track') return line.reply(message, 'error', { reason: 'unknown presence event' })
    if (!this.#identity.rights.presence.write) return line.reply(message, 'error', { reason: 'unauthorized' })
    if (payload !== undefined && (typeof payload !== 'object' || payload === null || Array.isArray(payload))) {
      return line.reply(message, 'error', { reason: 'Presence track payload must be a map' })
    }
    const text = JSON.stringify(payload ?? {})
    if (Buffer.byteLength(text) > PRESENCE_BYTES) return this.shutDown('Track message size exceeded')
    if (this.#presence?.payload !== text && !this.#track(text)) {
      return line.reply(message, 'error', { reason: 'too many are present' })
    }
    line.reply(message, 'ok', {})
    // A client that is present without having asked for presence receives it from now on.
    if (this.#isPresenceEnabled || !this.#identity.rights.presence.read) return
    this.#isPresenceEnabled = true
    this.sendPresenceState()
  }

  /** A newer token of the same person, or another person's. */
  become(identity: Identity): void {
    const before = this.#identity.rights
    this.#identity = identity
    this.#options.subscriptions.moveOf(this)
    const { broadcast, presence } = identity.rights
    if ((before.broadcast.read && !broadcast.read) || (before.presence.read && !presence.read)) {
      return this.shutDown(`You no longer have permission to read from this Channel topic: ${this.name}`)
    }
    this.#watchExpiry()
  }

  /** Says why and ends the channel; its client does not join again by itself. */
  shutDown(message: string): void {
    if (this.#isClosed) return
    this.system('error', message, 'system')
    this.close()
    this.#options.line.message({
      joinRef: this.joinRef,
      ref: this.joinRef,
      topic: this.topic,
      event: 'phx_close',
      payload: {},
    })
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#expiry)
    this.#untrack()
    this.#options.line.release(this.#options.heldBytes)
    this.#options.hub.leave(this)
    this.#options.subscriptions.removeOf(this)
    this.#options.onClosed(this)
  }

  /** False where there is no room for it. */
  #track(payload: string): boolean {
    const { hub, line, presenceKey } = this.#options
    const before = this.#presence
    // Here as text, to see what changed, and in the room as an object.
    const heldBytes = 2 * Buffer.byteLength(payload)
    line.release(before?.heldBytes ?? 0)
    const hasRoom = line.hold(heldBytes)
    const meta = JSON.parse(payload) as Record<string, unknown>
    const ref = hasRoom ? hub.presence.track(this.key, presenceKey, meta, before?.ref) : undefined
    if (ref !== undefined) {
      this.#presence = { ref, payload, heldBytes }
      return true
    }
    if (hasRoom) line.release(heldBytes)
    // It was there a moment ago.
    if (before) line.hold(before.heldBytes)
    return false
  }

  #untrack(): void {
    if (!this.#presence) return
    this.#options.hub.presence.untrack(this.key, this.#presence.ref)
    this.#options.line.release(this.#presence.heldBytes)
    this.#presence = undefined
  }

  #watchExpiry(): void {
    clearTimeout(this.#expiry)
    const { exp } = this.caller.claims
    if (typeof exp !== 'number') return
    const leftMs = exp * 1000 - Date.now()
    if (leftMs <= 0) return this.shutDown('Token has expired')
    this.#expiry = setTimeout(() => this.#watchExpiry(), Math.min(leftMs, LONGEST_TIMER_MS))
    this.#expiry.unref()
  }
}
