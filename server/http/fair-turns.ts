import type { FastifyInstance } from 'fastify'
import type { Callers } from './caller.ts'
import { networkOf } from './rate-limits.ts'

/** How long each line may start requests in one turn of the event loop. */
const SLICE_MS = 0.5
/** While people are about, strangers pause so long between their turns. */
const REST_MS = 1
const PEOPLE_ARE_ABOUT_MS = 1000

type Start = () => void

/**
 * One thread reads the requests of all. Without this, whoever sends sixty at once has all of them answered before the next person's is
 * looked at. So requests are started in turns: people who are signed in before strangers, and among each of them one account or address
 * after the other. A server that has time starts each request at once.
 *
 * Add it before any other hook: what waits here has cost nothing but the reading of its headers.
 */
export function takeFairTurns(app: FastifyInstance, callers: Pick<Callers, 'rememberedSubject'>): void {
  const turns = new FairTurns()
  app.addHook('onRequest', (request, _reply, done) => {
    const person = callers.rememberedSubject(request.headers)
    const start = (): void => {
      // Nobody waits for the answer any more.
      if (!request.raw.destroyed) done()
    }
    if (person === undefined) turns.enter('strangers', networkOf(request.ip), start)
    else turns.enter('people', person, start)
  })
}

/** Starts what enters, in turns of the event loop. */
export class FairTurns {
  readonly #people = new Line()
  readonly #strangers = new Line()
  #lastPersonMs = -Infinity
  #isNextTurnSet = false

  enter(kind: 'people' | 'strangers', subject: string, start: Start): void {
    const nowMs = performance.now()
    const isPerson = kind === 'people'
    if (isPerson) this.#lastPersonMs = nowMs
    const line = isPerson ? this.#people : this.#strangers
    if (line.isEmpty && (isPerson || this.#people.isEmpty) && line.hasTime(nowMs)) line.start(start)
    else line.add(subject, start)
    this.#setNextTurn(nowMs)
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

  add(subject: string, start: Start): void {
    const queue = this.#waiting.get(subject)
    if (queue) queue.push(start)
    else this.#waiting.set(subject, [start])
  }

  startNext(): void {
    const [subject, queue] = this.#waiting.entries().next().value ?? []
    if (subject === undefined || !queue) return
    this.#waiting.delete(subject)
    const next = queue.shift()
    if (queue.length > 0) this.#waiting.set(subject, queue)
    if (next) this.start(next)
  }

  start(start: Start): void {
    this.#startedFromMs ??= performance.now()
    start()
  }
}
