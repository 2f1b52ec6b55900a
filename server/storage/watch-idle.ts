import type { Readable } from 'node:stream'

/**
 * Calls `onIdle` once when `stream`, while it is being read, brings no byte for `idleMs`. Time in which the reader itself holds
 * the stream back does not count. Attach it together with the reader, for it makes the stream flow.
 *
 * @returns stops watching.
 */
export function watchIdle(stream: Readable, idleMs: number, onIdle: () => void): () => void {
  const timer = setTimeout(() => {
    if (stream.isPaused()) return timer.refresh()
    stop()
    onIdle()
  }, idleMs)
  const touch = (): void => void timer.refresh()
  const stop = (): void => {
    clearTimeout(timer)
    stream.off('data', touch).off('resume', touch).off('end', stop).off('close', stop)
  }
  stream.on('data', touch).on('resume', touch).once('end', stop).once('close', stop)
  return stop
}
