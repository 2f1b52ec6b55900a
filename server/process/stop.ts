import { setTimeout as sleep } from 'node:timers/promises'
import type { StopSettings } from './stop-settings.ts'

/** npm passes Ctrl-C on to us, who got it from the terminal already. */
const REPEATED_SIGNAL_MS = 500
/** After requests were cut off, jobs and the database still end in order. */
const AFTER_LIMIT_MS = 10_000
const LOOK_MS = 100
/** Of a process that something broke: what is being answered may be broken as well. */
const CRASHED_LIMIT_SECONDS = 5

export type Stoppable = {
  settings: StopSettings
  /** Takes readiness away. */
  unready: () => void
  /** In this order; each is named for the log. */
  steps: readonly (readonly [name: string, run: () => Promise<unknown>])[]
  /** What is still being answered. */
  openRequests: () => string[]
  /** Ends that. */
  cut: () => void
  say: (text: string) => void
}

/** The end of the process: once, in order, within its limit. */
export class Stop {
  readonly #stoppable: Stoppable
  #sinceMs: number | undefined

  constructor(stoppable: Stoppable) {
    this.#stoppable = stoppable
  }

  /** SIGTERM and SIGINT end the process in order, a second one at once. */
  onSignals(): void {
    const stop = (signal: string): void => {
      if (this.#sinceMs === undefined) return void this.run({ why: signal, exitCode: 0 })
      if (performance.now() - this.#sinceMs > REPEATED_SIGNAL_MS) process.exit(1)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  }

  /** After a crash: soon, and with 1. */
  async afterCrash(): Promise<void> {
    if (this.#sinceMs !== undefined) process.exit(1)
    await this.run({ why: 'an error that nothing caught', exitCode: 1, limitSeconds: CRASHED_LIMIT_SECONDS })
  }

  async run({ why, exitCode, limitSeconds }: { why: string; exitCode: number; limitSeconds?: number }): Promise<void> {
    const { settings, unready, say } = this.#stoppable
    this.#sinceMs = performance.now()
    say(`Stopping: ${why}`)
    unready()
    // What crashed should not take requests for longer than it must.
    const usedSeconds = limitSeconds === undefined ? await this.#handOver() : 0
    const isInTime = await this.#runSteps(limitSeconds ?? settings.limitSeconds, usedSeconds)
    process.exit(isInTime ? exitCode : 1)
  }

  /**
   * Behind a balancer the port stays open while something is being answered: a closed one looks like a server that is gone, and the balancer
   * would end what it has there. @returns how many seconds of the limit that took.
   */
  async #handOver(): Promise<number> {
    const { settings, openRequests } = this.#stoppable
    const { delaySeconds, limitSeconds } = settings
    if (delaySeconds === 0) return 0
    await sleep(delaySeconds * 1000)
    const begun = performance.now()
    const usedSeconds = (): number => (performance.now() - begun) / 1000
    while (openRequests().length > 0 && usedSeconds() < limitSeconds) await sleep(LOOK_MS)
    return usedSeconds()
  }

  /** @returns whether everything ended by itself. */
  async #runSteps(limitSeconds: number, usedSeconds: number): Promise<boolean> {
    const { steps, openRequests, cut, say } = this.#stoppable
    let current = ''
    let isInTime = true
    setTimeout(
      () => {
        isInTime = false
        const open = openRequests()
        say(`Not stopped within ${limitSeconds} s: ${open.length === 0 ? current : `cut off ${open.join(', ')}`}`)
        cut()
        setTimeout(() => {
          say(`Given up: ${current}`)
          process.exit(1)
        }, AFTER_LIMIT_MS).unref()
      },
      (limitSeconds - usedSeconds) * 1000,
    ).unref()
    for (const [name, run] of steps) {
      current = name
      try {
        await run()
      } catch (error) {
        isInTime = false
        say(`${name} did not end in order: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return isInTime
  }
}
