import type { Readable } from 'node:stream'

/** Slower than any line that people use, and fast enough that a few bytes a minute do not hold a connection: 250 bytes a second. */
const LEAST_BYTES_PER_MS = 0.25

/**
 * Calls `onIdle` once when `stream`, while it is being read, brings no byte for `idleMs`, or next to none in as long. Time in which
 * the reader itself holds the stream back does not count. Attach it together with the reader, for it makes the stream flow.
 *
 * @returns stops watching.
 */
export function watchIdle(stream: Readable, idleMs: number, onIdle: () => void): () => void {
  const timer = setTimeout(() => {
    if (stream.isPaused()) return timer.refresh()
    stop()
    onIdle()
  }, idleMs)
  let received = 0
  let wasHeldBack = false
  const pace = setInterval(() => {
    const isSlow = received < idleMs * LEAST_BYTES_PER_MS && !wasHeldBack
    received = 0
    wasHeldBack = stream.isPaused()
    if (!isSlow) return
    stop()
    onIdle()
  }, idleMs)
  const count = (chunk: Buffer): void => void (received += chunk.length)
  const hold = (): void => void (wasHeldBack = true)
  const touch = (): void => void timer.refresh()
  const stop = (): void => {
    clearTimeout(timer)
    clearInterval(pace)
    stream
      .off('data', count)
      .off('pause', hold)
      .off('data', touch)
      .off('resume', touch)
      .off('end', stop)
      .off('close', stop)
  }
  stream.on('data', count).on('pause', hold).on('data', touch).on('resume', touch).once('end', stop).once('close', stop)
  return stop
}
