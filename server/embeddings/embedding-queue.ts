import { Worker } from 'node:worker_threads'
import { DIMENSIONS, ENGINE_FOLDER } from './minilm.ts'
import type { ThreadAnswer, ThreadRequest } from './minilm-thread.ts'

/** Texts between two looks at the queue: a question waits for one such batch at most, about 0.2 s of keywords. */
const BATCH_TEXTS = 8
const BATCH_CHARACTERS = 4000
/** The thread has 0.2 GB while it lives, and starts in half a second. */
const IDLE_MS = 3 * 60_000

/** A file of the engine is not the one that was tried. */
export class DamagedEngineError extends Error {
  override readonly name = 'DamagedEngineError'
}

/** The server ends in the middle: those who asked ask the next one. */
export class ServerStopsError extends Error {
  override readonly name = 'ServerStopsError'
}

type Asked = {
  texts: readonly string[]
  vectors: Float32Array[]
  priority: number
  resolve: (vectors: Float32Array[]) => void
  reject: (error: Error) => void
}

type QueueOptions = { folder?: string; idleMs?: number; onDamage?: (file: string) => void }

/** The one thread that embeds, and who waits for it: smaller priorities first, then in the order they came. It ends when nobody asked for some minutes. */
export class EmbeddingQueue {
  readonly #folder: string
  readonly #idleMs: number
  readonly #onDamage: (file: string) => void
  #thread: Worker | undefined
  #waiting: Asked[] = []
  #current: Asked | undefined
  #idle: NodeJS.Timeout | undefined
  /** By `performance.now`; undefined since it failed. */
  #answeredMs: number | undefined

  constructor({ folder = ENGINE_FOLDER, idleMs = IDLE_MS, onDamage = () => undefined }: QueueOptions = {}) {
    this.#folder = folder
    this.#idleMs = idleMs
    this.#onDamage = onDamage
  }

  /** @throws {DamagedEngineError}, the reason of `signal`, or what ended the thread */
  embed(texts: readonly string[], priority: number, signal: AbortSignal | undefined): Promise<Float32Array[]> {
    signal?.throwIfAborted()
    if (texts.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== asked)
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'))
      }
      const asked: Asked = {
        texts,
        vectors: [],
        priority,
        resolve: (vectors) => {
          signal?.removeEventListener('abort', leave)
          resolve(vectors)
        },
        reject: (error) => {
          signal?.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(asked)
      this.#next()
    })
  }

  /** Whether the thread lives. */
  get isAwake(): boolean {
    return this.#thread !== undefined
  }

  /** Whether the thread answered in the last milliseconds that are given, and has not failed since. */
  hasAnsweredWithin(milliseconds: number): boolean {
    return this.#answeredMs !== undefined && performance.now() - this.#answeredMs < milliseconds
  }

  /** Ends the thread; who waits is told. */
  async stop(): Promise<void> {
    const thread = this.#thread
    this.#fail(new ServerStopsError('the server stops'))
    await thread?.terminate()
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#idle)
    const first = this.#waiting.reduce<Asked | undefined>(
      (best, one) => (best && best.priority <= one.priority ? best : one),
      undefined,
    )
    if (!first) return this.#rest()
    const thread = (this.#thread ??= this.#start())
    thread.ref()
    this.#current = first
    const texts = batchOf(first.texts, first.vectors.length)
    thread.postMessage({ texts } satisfies ThreadRequest)
  }

  /** A thread with nothing to do keeps no process alive. */
  #rest(): void {
    this.#thread?.unref()
    this.#idle = setTimeout(() => {
      const thread = this.#thread
      this.#thread = undefined
      void thread?.terminate()
    }, this.#idleMs)
    this.#idle.unref()
  }

  #take(answer: ThreadAnswer): void {
    const asked = this.#current
    this.#current = undefined
    if ('damaged' in answer) {
      this.#onDamage(answer.damaged)
      return this.#fail(new DamagedEngineError(`${answer.damaged} is not the file that was tried`))
    }
    this.#answeredMs = performance.now()
    // Those who left meanwhile are no longer in the queue.
    if (asked && this.#waiting.includes(asked)) {
      for (let at = 0; at < answer.vectors.length; at += DIMENSIONS)
        asked.vectors.push(answer.vectors.slice(at, at + DIMENSIONS))
      if (asked.vectors.length === asked.texts.length) {
        this.#waiting = this.#waiting.filter((one) => one !== asked)
        asked.resolve(asked.vectors)
      }
    }
    this.#next()
  }

  #start(): Worker {
    const thread = new Worker(new URL('minilm-thread.ts', import.meta.url), {
      name: 'quantumshield-embeddings',
      workerData: { folder: this.#folder },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const isOurs = (): boolean => thread === this.#thread
    thread.on('message', (answer: ThreadAnswer) => isOurs() && this.#take(answer))
    thread.on('error', (error: Error) => isOurs() && this.#fail(error))
    thread.on('exit', () => isOurs() && this.#fail(new Error('the thread of the embeddings ended')))
    return thread
  }

  #fail(error: Error): void {
    clearTimeout(this.#idle)
    const [thread, waiting] = [this.#thread, this.#waiting]
    this.#thread = undefined
    this.#answeredMs = undefined
    this.#current = undefined
    this.#waiting = []
    void thread?.terminate()
    for (const { reject } of waiting) reject(error)
  }
}

function batchOf(texts: readonly string[], from: number): readonly string[] {
  let [end, characters] = [from, 0]
  while (end < texts.length && end - from < BATCH_TEXTS) {
    characters += texts[end]?.length ?? 0
    if (end > from && characters > BATCH_CHARACTERS) break
    end += 1
  }
  return texts.slice(from, end)
}
