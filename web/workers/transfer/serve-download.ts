import { VaultError } from '#vault/session/vault-error.ts'

/** Verified plaintext, piece by piece. */
export type Content = AsyncGenerator<Uint8Array<ArrayBuffer>>

type Serving = { content: Content; port: MessagePort; signal: AbortSignal; onProgress: (plainBytes: number) => void }

/**
 * Answers each `pull` on `port` with the next verified piece, then `null`. Resolves when the other side has them all.
 * An error goes to both sides, so that a file is saved whole or not at all.
 *
 * @throws {VaultError} `save_stopped` when the browser gave the download up, otherwise what the content throws
 */
export function serveDownload({ content, port, signal, onProgress }: Serving): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      port.postMessage({ failed: true })
      reject(error)
    }
    const stopped = (): void => reject(new VaultError('save_stopped', 'The browser stopped the download.'))
    const answer = async (): Promise<void> => {
      try {
        const { value, done } = await content.next()
        signal.throwIfAborted()
        // Read before the bytes leave: a transferred piece has no length.
        const plainBytes = done ? 0 : value.length
        port.postMessage(done ? null : value, done ? [] : [value.buffer])
        onProgress(plainBytes)
      } catch (error) {
        fail(error)
      }
    }
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // `answer` reports its own failure.
      if (data === 'pull') void answer()
      if (data === 'saved') resolve()
      if (data === 'cancel') stopped()
    })
    // The service worker was ended or replaced.
    port.addEventListener('close', stopped)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    if (signal.aborted) fail(signal.reason)
    port.start()
  })
}
