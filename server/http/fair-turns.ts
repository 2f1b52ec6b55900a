import type { FastifyInstance } from 'fastify'
import type { Callers } from './caller.ts'
import { networkOf } from './rate-limits.ts'

/** Milliseconds of one turn of the event loop in which requests are started. */
const PEOPLE_MS = 4
const STRANGERS_MS = 0.5

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
  readonly #people = new Line(PEOPLE_MS)
  readonly #strangers = new Line(STRANGERS_MS)
  #isNextTurnSet = false

  enter(kind: 'people' | 'strangers', subject: string, start: Start): void {
    const line = kind === 'people' ? this.#people : this.#strangers
    const isFree = line.isEmpty && (kind === 'people' || this.#people.isEmpty)
    this.#setNextTurn()
    if (isFree && line.hasTime(performance.now())) line.start(start)
    else line.add(subject, start)
  }

  #setNextTurn(): void {
    if (this.#isNextTurnSet) return
    this.#isNextTurnSet = true
    setImmediate(this.#beginTurn)
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
      this.#setNextTurn()
    }
  }
}

/** Runs `work` when everything that promises have ready has run, and before the event loop reads again. */
function afterPromises(work: () => void): void {
  queueMicrotask(() => process.nextTick(work))
}

/** Those who wait, each subject with a queue of its own; the subject that was served goes to the end. */
class Line {
  readonly #sliceMs: number
  readonly #waiting = new Map<string, Start[]>()
  #startedFromMs: number | undefined

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  beginTurn(): void {
    this.#startedFromMs = undefined
  }

  /** At least one is started in each turn. */
  hasTime(nowMs: number): boolean {
    return this.#startedFromMs === undefined || nowMs - this.#startedFromMs < this.#sliceMs
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

