import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { ModelError } from '../model-error.ts'
import {
  type FromLlama,
  isLlamaInstalled,
  LLAMA_FOLDER,
  type LlamaEnd,
  type LlamaProblem,
  type LlamaQuestion,
  type ToLlama,
} from './llama.ts'
import { MessageQueue } from './message-queue.ts'

/** The process has the memory of its model while it lives. */
const IDLE_MS = 5 * 60_000
/** After a request was cancelled; the next token is usually there sooner. */
const STOP_MS = 5000

const PROBLEMS: Readonly<Record<LlamaProblem, () => ModelError>> = {
  memory: () => new ModelError('no_memory'),
  file: () => new ModelError('not_loaded'),
  too_long: () => new ModelError('too_long'),
  failed: () => new ModelError('engine_ended'),
}

type Running = { file: string; child: ChildProcess; messages: MessageQueue<FromLlama> }
type EngineOptions = { folder?: string; idleMs?: number; availableBytes?: () => number }

/** A model file, and the bytes that it takes. */
export type ModelFile = { path: string; sizeBytes: number }

/**
 * The one process that runs an uploaded model. A request waits for those before it; another model ends the process and starts one of its own.
 * Whatever happens to llama.cpp happens there.
 */
export class ModelEngine {
  readonly #options: Required<EngineOptions>
  #running: Running | undefined
  #last: Promise<void> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor({
    folder = LLAMA_FOLDER,
    idleMs = IDLE_MS,
    availableBytes = () => process.availableMemory(),
  }: EngineOptions = {}) {
    this.#options = { folder, idleMs, availableBytes }
  }

  get isInstalled(): boolean {
    return isLlamaInstalled(this.#options.folder)
  }

  /** Id of the process that lives now. */
  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  /**
   * Pieces of an answer, and at the end what it took. Whoever stops reading, or aborts, ends it.
   * @throws {ModelError}
   */
  async *ask(file: ModelFile, question: LlamaQuestion, signal: AbortSignal): AsyncGenerator<string, LlamaEnd> {
    if (!this.isInstalled) throw new ModelError('no_engine')
    const leave = await this.#enter(signal)
    let hasEnded = false
    try {
      const running = await this.#processOf(file, signal)
      send(running, { ask: question })
      for (;;) {
        const message = await running.messages.next(signal)
        if ('text' in message) yield message.text
        else if ('end' in message) {
          hasEnded = true
          return message.end
        } else if ('problem' in message) {
          hasEnded = true
          throw PROBLEMS[message.problem]()
        }
      }
    } finally {
      await this.#finish(hasEnded)
      leave()
    }
  }

  /** Ends the process where it runs this file, and frees its memory. */
  async forget(path: string): Promise<void> {
    if (this.#running?.file === path) await this.#endProcess()
  }

  /** Ends the process, and answers nothing after that. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#endProcess()
  }

  async #endProcess(): Promise<void> {
    clearTimeout(this.#idle)
    const running = this.#running
    this.#running = undefined
    if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => void running.child.once('exit', () => resolve()))
    running.child.kill('SIGKILL')
    await gone
  }

  /** Waits for its turn. @returns lets the next one in */
  async #enter(signal: AbortSignal): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = before.then(() => promise)
    const aborted = Promise.withResolvers<never>()
    const abort = (): void => aborted.reject(new ModelError('aborted'))
    signal.addEventListener('abort', abort, { once: true })
    try {
      if (signal.aborted) throw new ModelError('aborted')
      await Promise.race([before, aborted.promise])
    } catch (error) {
      resolve()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
    clearTimeout(this.#idle)
    return resolve
  }

  async #processOf({ path, sizeBytes }: ModelFile, signal: AbortSignal): Promise<Running> {
    if (this.#running?.file === path) return this.#running
    await this.#endProcess()
    if (this.#isStopped) throw new ModelError('engine_ended')
    if (sizeBytes > this.#options.availableBytes()) throw new ModelError('no_memory')
    const running = this.#start(path)
    try {
      const first = await running.messages.next(signal)
      if ('problem' in first) throw PROBLEMS[first.problem]()
    } catch (error) {
      // A model that does not load, or is no longer waited for, keeps no memory.
      await this.#endProcess()
      throw error
    }
    return running
  }

  #start(file: string): Running {
    const child = fork(new URL('llama-process.ts', import.meta.url), [this.#options.folder, file], {
      // Nothing of the settings and secrets of this server.
      env: { HOME: os.tmpdir() },
      cwd: os.tmpdir(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const running = { file, child, messages: new MessageQueue<FromLlama>() }
    child.on('message', (message: FromLlama) => running.messages.push(message))
    const end = (cause?: Error): void => {
      if (this.#running === running) this.#running = undefined
      running.messages.fail(new ModelError('engine_ended', { cause }))
    }
    child.on('error', end).on('exit', () => end())
    this.#running = running
    return running
  }

  /** A process that does not know of an end is told to stop, and ended where it does not. */
  async #finish(hasEnded: boolean): Promise<void> {
    const running = this.#running
    if (running && !hasEnded && !(await stops(running))) await this.#endProcess()
    if (!this.#running) return
    this.#idle = setTimeout(() => void this.#endProcess(), this.#options.idleMs)
    this.#idle.unref()
  }
}

function send({ child }: Running, message: ToLlama): void {
  // An error is followed by `exit`, which says the same.
  if (child.connected) child.send(message, () => undefined)
}

/** Whether a process has ended its answer by itself. */
async function stops(running: Running): Promise<boolean> {
  send(running, { stop: true })
  const late = AbortSignal.timeout(STOP_MS)
  try {
    for (;;) {
      const message = await running.messages.next(late)
      if ('end' in message || 'problem' in message) return true
    }
  } catch {
    // Too late, or gone.
    return false
  }
}
