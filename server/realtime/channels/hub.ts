import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import {
  type Broadcast,
  encodeBroadcast,
  packBroadcast,
  unpackBroadcast,
  type Version,
  VERSIONS,
} from '../connections/frames.ts'
import { type NodeMessage, Nodes } from '../nodes.ts'
import { Presence, type PresenceDiff } from './presence.ts'

/** A channel as the hub sees it. */
export type Member = {
  /** As the client writes it, `realtime:room`. */
  readonly topic: string
  /** Public and private channels of one name are two topics. */
  readonly key: string
  readonly version: Version
  readonly hearsBroadcasts: boolean
  readonly hearsPresence: boolean
  send: (frame: string | Buffer) => void
  push: (event: string, payload: unknown) => void
}

const PREFIX = 'realtime:'

/** The name under which a topic is known here and on other servers. */
export const keyOf = (name: string, isPrivate: boolean): string => `${isPrivate ? 'private' : 'public'}:${name}`

/** Brings broadcasts and presence to the channels of a topic, here and on the other servers. */
export class Hub {
  readonly presence: Presence
  readonly #nodes: Nodes
  readonly #topics = new Map<string, Set<Member>>()
  #heard: Promise<void> = Promise.resolve()
  readonly #onError: (error: unknown) => void

  constructor(database: Database, clock: Clock, onError: (error: unknown) => void) {
    this.#onError = onError
    this.#nodes = new Nodes(database, clock, {
      onMessage: (message, from) => this.#receive(message, from),
      onNewcomer: () => this.#tellPresence(),
      onGone: (node) => this.presence.forgetNode(node),
      onError,
    })
    this.presence = new Presence({
      ownNode: this.#nodes.id,
      onDiff: (topic, diff) => this.#deliverDiff(topic, diff),
      onOwn: (topic, joins, leaves) => this.#nodes.send({ kind: 'presence', topic, joins, leaves }),
    })
  }

  join(member: Member): void {
    const members = this.#topics.get(member.key) ?? new Set()
    this.#topics.set(member.key, members)
    members.add(member)
  }

  leave(member: Member): void {
    const members = this.#topics.get(member.key)
    if (members?.delete(member) && members.size === 0) this.#topics.delete(member.key)
  }

  /** @param from does not get it, here */
  broadcast(key: string, broadcast: Broadcast, from?: Member): void {
    this.#deliver(key, broadcast, from)
    this.#nodes.send({ kind: 'broadcast', topic: key, broadcast: packBroadcast(broadcast) })
  }

  /** Call after each connection to the database. */
  announce(): void {
    this.#nodes.announce()
    this.#tellPresence()
  }

  /** A notification of another server, or of this one. In order: a long one has to be read first. */
  hear(letter: string, text: string): void {
    this.#heard = this.#heard.then(() => this.#nodes.hear(letter, text)).catch(this.#onError)
  }

  async stop(): Promise<void> {
    await this.#nodes.stop()
    this.presence.stop()
  }

  #receive(message: NodeMessage, from: string): void {
    if (message.kind === 'broadcast') this.#deliver(message.topic, unpackBroadcast(message.broadcast))
    if (message.kind === 'presence') this.presence.applyFrom(from, message.topic, message.joins, message.leaves)
  }

  #tellPresence(): void {
    for (const { topic, joins } of this.presence.own()) {
      this.#nodes.send({ kind: 'presence', topic, joins, leaves: [] })
    }
  }

  #deliver(key: string, broadcast: Broadcast, from?: Member): void {
    const members = this.#topics.get(key)
    if (!members) return
    const topic = PREFIX + key.slice(key.indexOf(':') + 1)
    // Written once for each version, however many listen.
    const frames = new Map(VERSIONS.map((version) => [version, encodeBroadcast(topic, broadcast, version)]))
    for (const member of members) {
      const frame = frames.get(member.version)
      if (member !== from && member.hearsBroadcasts && frame !== undefined) member.send(frame)
    }
  }

  #deliverDiff(key: string, diff: PresenceDiff): void {
    for (const member of this.#topics.get(key) ?? []) if (member.hearsPresence) member.push('presence_diff', diff)
  }
}
