import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer } from 'vitest/node'

/** Files that share what a process has imported. After four hundred, a process had 3 GB, and tests that wait for a server to end failed. */
const FILES_EACH = 100

class RecycledFork extends ForksPoolWorker {
  override readonly name = 'recycledForks'
  #files = 0

  override send(request: Parameters<ForksPoolWorker['send']>[0]): void {
    if (request.type === 'run') this.#files += 1
    super.send(request)
  }

  canReuse(): boolean {
    return this.#files < FILES_EACH
  }
}

/** Processes for tests that run one file after the other and then make room for a fresh one. For projects with `isolate: false`. */
export const recycledForks: PoolRunnerInitializer = {
  name: 'recycledForks',
  createPoolWorker: (options: PoolOptions) => new RecycledFork(options),
}
