import type { IncomingHttpHeaders } from 'node:http'
import type { RawData, WebSocket } from 'ws'
import type { Channel, Identity, Line } from '../channels/channel.ts'
import { decodeFrame, encodeMessage, FrameError, type Message, type Version } from './frames.ts'
import { identify, JoinError, joinChannel, type JoinServices } from '../channels/join.ts'
import type { HeldBytes, WaitingBytes } from './held-bytes.ts'
import { Budget, JOIN_BYTES, LITTLE_WAITING_BYTES, REALTIME_LIMITS, WAITING_BYTES } from '../realtime-limits.ts'

export type ConnectionServices = JoinServices & {
  rateLimitFactor: number
  /** What all connections of one account or address may send together. */
  budgetOf: (subject: string) => Budget
  joinBudgetOf: (subject: string) => Budget
  /** What channels hold, and what waits to be read, over all connections. */
  held: HeldBytes
  waiting: WaitingBytes
  /** False when this person has too many connections already. */
  admit: (connection: Connection, person: string) => boolean
}

const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second'
const { channelsPerConnection, joins, messages, tokens } = REALTIME_LIMITS

/** One WebSocket: its channels, and what it may cost. */
export class Connection implements Line {
  readonly version: Version
  readonly channels = new Map<string, Channel>()
  heardAtMs = performance.now()
  readonly #socket: WebSocket
  readonly #services: ConnectionServices
  readonly #headers: IncomingHttpHeaders
  readonly #address: string
  readonly #joins: Budget
  readonly #messages: Budget
  readonly #tokens: Budget
  readonly #joining = new Map<string, Message>()
  #waitingBytes = 0

  constructor(
    socket: WebSocket,
    services: ConnectionServices,
    { version, headers, address }: { version: Version; headers: IncomingHttpHeaders; address: string },
  ) {
    this.version = version
    this.#socket = socket
    this.#services = services
    this.#headers = headers
    this.#address = address
    this.#joins = new Budget(joins, services.rateLimitFactor)
    this.#messages = new Budget(messages, services.rateLimitFactor)
    this.#tokens = new Budget(tokens, services.rateLimitFactor)
    socket.on('message', (data: RawData, isBinary) => this.#receive(data as Buffer, isBinary))
    socket.on('close', () => {
      this.#end()
      this.#countWaiting()
    })
    // What the other side breaks, or a frame that is too long: `close` follows.
    socket.on('error', () => undefined)
  }

  send(frame: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const isFull = this.#services.waiting.isFull
    if (this.#socket.bufferedAmount > (isFull ? LITTLE_WAITING_BYTES : WAITING_BYTES)) {
      this.close(1013, 'the connection is too slow')
      // There is no memory left for what waits until it has closed.
      if (isFull) this.#socket.terminate()
      return
    }
    this.#socket.send(frame, this.#countWaiting)
    this.#countWaiting()
  }

  hold(bytes: number): boolean {
    return this.#services.held.take(this.#address, bytes)
  }

  release(bytes: number): void {
    this.#services.held.release(this.#address, bytes)
  }

  // After each write and each time that one has left; most have left by the time `send` returns.
  readonly #countWaiting = (): void => {
    const { CLOSED, readyState, bufferedAmount } = this.#socket
    const bytes = readyState === CLOSED ? 0 : bufferedAmount
    this.#services.waiting.change(bytes - this.#waitingBytes)
    this.#waitingBytes = bytes
  }

  message(message: Message): void {
    this.send(encodeMessage(message, this.version))
  }

  reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: unknown): void {
    this.message({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  /** @param code of RFC 6455, or above 4000 */
  close(code: number, reason: string): void {
    this.#end()
    this.#socket.close(code, reason)
    // A connection that is not read never gets to the closing frame.
    setTimeout(() => this.#socket.terminate(), 5000).unref()
  }

  #end(): void {
    this.#joining.clear()
    for (const channel of this.channels.values()) channel.close()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.heardAtMs = performance.now()
    try {
      const message = decodeFrame(data, isBinary, this.version)
      if (message.topic === 'phoenix') return this.#handlePhoenix(message)
      if (message.event === 'phx_join') return this.#startJoin(message, data.length)
      this.#handle(message)
    } catch (error) {
      if (error instanceof FrameError) return this.close(1002, error.message)
      // Nothing that somebody sends may end the process: JSON can be nested deeper than it can be walked through.
      this.#services.log.error({ err: error }, 'realtime message failed')
      this.close(1011, 'the message could not be handled')
    }
  }

  #handlePhoenix(message: Message): void {
    if (!this.#messages.take()) return this.close(1008, 'too many messages')
    if (message.event === 'heartbeat') this.reply(message, 'ok', {})
  }

  #startJoin(message: Message, bytes: number): void {
    if (!this.#joins.take()) {
      this.reply(message, 'error', { reason: TOO_MANY_JOINS })
      return this.close(1008, 'too many joins')
    }
    // Others of this address are not to lose what they have.
    if (!this.#services.joinBudgetOf(`address/${this.#address}`).take()) {
      return this.reply(message, 'error', { reason: TOO_MANY_JOINS })
    }
    if (bytes > JOIN_BYTES) {
      return this.reply(message, 'error', { reason: 'InvalidJoinPayload: The payload of the join is too large' })
    }
    const { topic } = message
    // As in Phoenix: the newer join of a topic takes the place of the older.
    this.channels.get(topic)?.close()
    if (this.channels.size + this.#joining.size >= channelsPerConnection && !this.#joining.has(topic)) {
      return this.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    }
    this.#joining.set(topic, message)
    void this.#join(message)
  }

  async #join(message: Message): Promise<void> {
    const { topic } = message
    // Left or joined again while the database was asked: what comes of it is not for anybody.
    const isWanted = (): boolean => this.#joining.get(topic) === message
    const [services, headers, onClosed] = [this.#services, this.#headers, this.#onClosed]
    const onIdentified = (identity: Identity): void => this.#countJoin(identity)
    try {
      const channel = await joinChannel({ services, line: this, headers, isWanted, onIdentified, onClosed }, message)
      if (!channel) return
      this.#joining.delete(topic)
      this.channels.set(topic, channel)
      this.#admit(channel)
    } catch (error) {
      if (!(error instanceof JoinError)) this.#services.log.error({ err: error }, 'realtime join failed')
      if (!isWanted()) return
      this.#joining.delete(topic)
      this.reply(message, 'error', { reason: error instanceof JoinError ? error.message : 'Unknown Error on Channel' })
    }
  }

  // Lives as long as the channel, so it must not be a closure in `#join`: that would keep the whole message of the join.
  readonly #onClosed = (channel: Channel): void => {
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
  }

  /** @throws {JoinError} */
  #countJoin({ caller }: Identity): void {
    const { sub } = caller.claims
    if (typeof sub !== 'string' || this.#services.joinBudgetOf(`person/${sub}`).take()) return
    throw new JoinError(TOO_MANY_JOINS)
  }

  /** Ends the connection when its person has too many. */
  #admit(channel: Channel): void {
    const { sub } = channel.caller.claims
    if (typeof sub !== 'string' || this.#services.admit(this, sub)) return
    channel.shutDown('ConnectionRateLimitReached: Too many connected users')
    this.close(1008, 'too many connections of this account')
  }

  #handle(message: Message): void {
    const channel = this.channels.get(message.topic)
    if (!channel) {
      if (message.event === 'phx_leave') this.#joining.delete(message.topic)
      const isLeave = message.event === 'phx_leave'
      return this.reply(message, isLeave ? 'ok' : 'error', isLeave ? {} : { reason: 'unmatched topic' })
    }
    // Meant for a join of this topic that is over.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return
    if (message.event === 'phx_leave') {
      channel.close()
      this.reply(message, 'ok', {})
      const { joinRef, topic } = message
      return this.message({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
    }
    if (message.event === 'access_token') return void this.#renew(channel, message.payload)
    const { sub } = channel.caller.claims
    const subject = typeof sub === 'string' && sub ? `person/${sub}` : `address/${this.#address}`
    if (!this.#messages.take() || !this.#services.budgetOf(subject).take()) {
      return channel.shutDown('Too many messages per second')
    }
    if (message.event === 'broadcast') channel.handleBroadcast(message)
    else if (message.event === 'presence') channel.handlePresence(message)
  }

  async #renew(channel: Channel, payload: unknown): Promise<void> {
    const { access_token: token } = payload as { access_token?: unknown }
    // Signed out, a client sends its key in place of a token: what holds until the session ends is the token before.
    if (typeof token !== 'string' || token.startsWith('sb_') || token === channel.identity.token) return
    if (!this.#tokens.take()) return channel.shutDown('Too many tokens per second')
    try {
      const { name, settings } = channel
      const wanted = { headers: this.#headers, token, name, settings }
      channel.become(await identify(this.#services, wanted))
      // Else a connection that joins as nobody would never count.
      this.#admit(channel)
    } catch (error) {
      if (!(error instanceof JoinError)) this.#services.log.error({ err: error }, 'realtime token failed')
      channel.shutDown(error instanceof JoinError ? error.message : 'Unknown Error on Channel')
    }
  }
}
