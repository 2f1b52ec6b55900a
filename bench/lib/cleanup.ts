type Disposer = () => Promise<void> | void

const pending: Disposer[] = []
let isInterrupted = false

/**
 * Remembers how to end something that this run started, also when the run is interrupted.
 * @returns the same, to be called when it is no longer needed; a second call does nothing.
 */
export function whenDone(dispose: Disposer): () => Promise<void> {
  let isDone = false
  const once = async (): Promise<void> => {
    if (isDone) return
    isDone = true
    await dispose()
  }
  pending.push(once)
  return once
}

/** Ends everything, the newest first. What fails to end does not keep the rest alive. */
export async function cleanUp(): Promise<void> {
  for (let dispose = pending.pop(); dispose; dispose = pending.pop()) {
    try {
      await dispose()
    } catch (error) {
      process.stderr.write(`clean-up: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
}

/** Waits for ever once the run was interrupted: what fails while things are being ended is no result. */
export async function stopWhenInterrupted(): Promise<void> {
  if (isInterrupted) await new Promise(() => undefined)
}

/** Ctrl-C, SIGTERM and errors that nobody caught clean up before the process ends; a second signal ends it at once. */
export function cleanUpOnSignal(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`)
    if (isInterrupted) return
    isInterrupted = true
    void cleanUpAndExit()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(130)
      isInterrupted = true
      process.stderr.write('\ncleaning up ...\n')
      void cleanUp().finally(() => process.exit(130))
    })
  }
}

async function cleanUpAndExit(): Promise<void> {
  try {
    await cleanUp()
  } finally {
    process.exit(1)
  }
}
