import { CommandError, EXIT, type ExitStatus, describeError, endsEverything } from '../command-error.ts'
import { printable } from '../output.ts'

/** One thing of a batch that could not be done, as `--json` lists it. `path`: as it was found. */
export type Failure = { path: string; error: { code: string; message: string }; status: ExitStatus }

export const failureOf = (path: string, error: unknown): Failure => {
  const { status, code, message } = describeError(error)
  return { path, error: { code, message }, status }
}

/** A batch that is finished as far as it goes: what cannot be done is named at the end with its reason, the rest is done. */
export class Batch {
  readonly failures: Failure[] = []
  readonly #signal: AbortSignal
  #untried = 0
  #stopped: Failure | undefined

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Does one thing. Nothing more is tried after a failure that concerns all of them, such as a session that ended. */
  async try(path: string, work: () => Promise<void>): Promise<void> {
    if (this.#stopped) return void (this.#untried += 1)
    try {
      await work()
    } catch (error) {
      this.#signal.throwIfAborted()
      const failure = failureOf(path, error)
      this.failures.push(failure)
      if (endsEverything(error)) this.#stopped = failure
    }
  }

  /** The entries of `--json` for what failed. */
  asJson(): unknown[] {
    return this.failures.map(({ path, error }) => ({ path, error }))
  }

  /**
   * @param outcome.done how many were done. @param outcome.verb such as "stored"
   * @throws {CommandError} that names what failed and why: `EXIT.partly`, or what one failure alone would end with when nothing was done.
   */
  end({ done, verb }: { done: number; verb: string }): void {
    const [first] = this.failures
    const summary = this.summary({ done, verb })
    if (!first || summary === undefined) return
    const isSame = this.failures.every(
      ({ status, error }) => status === first.status && error.code === first.error.code,
    )
    const status = isSame && done === 0 ? first.status : EXIT.partly
    const code = isSame ? first.error.code : 'partly'
    throw new CommandError(summary, status, code)
  }

  /** What failed and why, for a person; undefined when nothing did. */
  summary({ done, verb }: { done: number; verb: string }): string | undefined {
    const [first] = this.failures
    if (!first) return undefined
    const total = done + this.failures.length + this.#untried
    if (total === 1) return first.error.message
    const lines = this.failures.map(({ path, error }) => `  ${printable(path)}: ${error.message}`)
    const untried =
      this.#untried === 0 ? '' : `\n${this.#untried} more ${this.#untried === 1 ? 'was' : 'were'} not tried.`
    return `${this.failures.length + this.#untried} of ${total} were not ${verb}:\n${lines.join('\n')}${untried}`
  }
}
