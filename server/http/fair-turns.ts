import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Callers } from './caller.ts'
import { networkOf } from './rate-limits.ts'

/** How long each line may start requests in one turn of the event loop. */
const SLICE_MS = 0.5
/** While people are about, strangers pause so long between their turns. */
const REST_MS = 1
const PEOPLE_ARE_ABOUT_MS = 1000

/** Requests of one account or address that wait; an office or a test of load has fewer. */
const MOST_OF_ONE = 1024
const MOST_IN_ALL = 16_384
/** Requests that wait on one connection of HTTP/1, where only few clients send the next before the last is answered. */
const MOST_PIPELINED = 16

type Start = () => void

/**
 * One thread reads the requests of all. Without this, a client that sends sixty at once has all of them answered before the next
 * person's is looked at. So requests are started in turns: people who are signed in before strangers, and among each of them one account or address
 * after the other. A server that has time starts each request at once.
 *
 * What is too much to wait is refused without an answer: answers to a flood would be work outside of its turn.
 *
 * Add it before any other hook: little has been spent on what waits here.
 */
export function takeFairTurns(app: FastifyInstance, callers: Pick<Callers, 'rememberedSubject'>): void {
  const turns = new FairTurns()
  const waitingOn = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw, headers, ip }, _reply, done) => {
    if (isAbandoned(raw)) return
    const { socket } = raw
    const pipelined = isHttp2(raw) ? 0 : (waitingOn.get(socket) ?? 0)
    if (pipelined >= MOST_PIPELINED) return void socket.destroy()
    waitingOn.set(socket, pipelined + 1)
    const start = (): void => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1)
      if (!isAbandoned(raw)) done()
    }
    const person = callers.rememberedSubject(headers)
    const isIn =
      person === undefined ? turns.enter('strangers', networkOf(ip), start) : turns.enter('people', person, start)
    if (!isIn) refuse(raw)
  })
}

type Raw = IncomingMessage | Http2ServerRequest
const isHttp2 = (raw: Raw): raw is Http2ServerRequest => 'stream' in raw

/** Nobody waits for the answer any more. */
const isAbandoned = (raw: Raw): boolean => (isHttp2(raw) ? raw.stream.destroyed : raw.destroyed || raw.socket.destroyed)

/** With HTTP/2 the client learns that nothing was done, and may send it again. */
function refuse(raw: Raw): void {
  if (isHttp2(raw)) raw.stream.close(constants.NGHTTP2_REFUSED_STREAM)
  else raw.socket.destroy()
}

/** Starts what enters, in turns of the event loop. */
export class FairTurns {
  readonly #people = new Line()
  readonly #strangers = new Line()
  #lastPersonMs = -Infinity
  #isNextTurnSet = false

  /** @returns false when too much waits already; then it is never started. */
  enter(kind: 'people' | 'strangers', subject: string, start: Start): boolean {
    const nowMs = performance.now()
    const isPerson = kind === 'people'
    if (isPerson) this.#lastPersonMs = nowMs
    const line = isPerson ? this.#people : this.#strangers
    if (line.isEmpty && (isPerson || this.#people.isEmpty) && line.hasTime(nowMs)) line.start(start)
    else if (!line.add(subject, start)) return false
    this.#setNextTurn(nowMs)
    return true
  }

  /** While people are about, strangers get about half of the time: what people ask for needs the database and its processor too. */
  #setNextTurn(nowMs: number): void {
    if (this.#isNextTurnSet) return
    this.#isNextTurnSet = true
    const mayRest = this.#people.isIdle && nowMs - this.#lastPersonMs < PEOPLE_ARE_ABOUT_MS
    if (mayRest) setTimeout(this.#beginTurn, REST_MS)
    else setImmediate(this.#beginTurn)
  }

  readonly #beginTurn = (): void => {
    this.#isNextTurnSet = false
    for (const line of [this.#people, this.#strangers]) line.beginTurn()
    this.#startNext()
  }

  readonly #startNext = (): void => {
    const nowMs = performance.now()
    const line = [this.#people, this.#strangers].find((one) => !one.isEmpty && one.hasTime(nowMs))
    if (line) {
      line.startNext()
      afterPromises(this.#startNext)
    } else if (!this.#people.isEmpty || !this.#strangers.isEmpty) {
      this.#setNextTurn(nowMs)
    }
  }
}

/** Runs `work` when everything that promises have ready has run, and before the event loop reads again. */
function afterPromises(work: () => void): void {
  queueMicrotask(() => process.nextTick(work))
}

/** Those who wait, each subject with a queue of its own; the subject that was served goes to the end. */
class Line {
  readonly #waiting = new Map<string, Start[]>()
  #count = 0
  #startedFromMs: number | undefined

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Nobody waits, and nobody was started in this turn. */
  get isIdle(): boolean {
    return this.isEmpty && this.#startedFromMs === undefined
  }

  beginTurn(): void {
    this.#startedFromMs = undefined
  }

  /** At least one is started in each turn. */
  hasTime(nowMs: number): boolean {
    return this.#startedFromMs === undefined || nowMs - this.#startedFromMs < SLICE_MS
  }

  /** @returns false when there is no room. */
  add(subject: string, start: Start): boolean {
    const queue = this.#waiting.get(subject) ?? []
    if (queue.length >= MOST_OF_ONE || this.#count >= MOST_IN_ALL) return false
    queue.push(start)
    this.#waiting.set(subject, queue)
    this.#count += 1
    return true
  }

  startNext(): void {
    const [subject, queue] = this.#waiting.entries().next().value ?? []
    if (subject === undefined || !queue) return
    this.#waiting.delete(subject)
    const next = queue.shift()
    this.#count -= 1
    if (queue.length > 0) this.#waiting.set(subject, queue)
    if (next) this.start(next)
  }

  start(start: Start): void {
    this.#startedFromMs ??= performance.now()
    start()
  }
}
