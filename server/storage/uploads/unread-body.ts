import { Http2ServerRequest, constants } from 'node:http2'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { watchIdle } from './watch-idle.ts'

/** How long the rest of a refused body may keep its connection. */
const LINGER_MS = 5000

/**
 * Deals with what is left of a refused body. It is read on and dropped for a while: to close at once would reset the
 * connection, and the client, still sending, would never see the answer; not to read would leave it open for as long as the
 * client likes.
 *
 * @param isStalled nothing will come: the connection, or the stream of HTTP/2, is closed behind the answer.
 */
export function dropUnreadBody(request: FastifyRequest, reply: FastifyReply, { isStalled = false } = {}): void {
  const { raw } = request
  // Fastify types the request of HTTP/1 only.
  const stream =
    (raw as unknown) instanceof Http2ServerRequest ? (raw as unknown as Http2ServerRequest).stream : undefined
  const close = (): void => void (stream ? stream.close(constants.NGHTTP2_NO_ERROR) : raw.destroy())
  // The request of HTTP/2 calls itself complete as soon as it is destroyed, while its stream continues.
  if (stream ? stream.destroyed || stream.readableEnded : raw.complete) return
  if (isStalled || raw.destroyed) {
    if (!stream) reply.header('connection', 'close')
    // The response of HTTP/2 calls itself finished only when its stream is closed.
    const answer = stream ?? reply.raw
    answer.once('finish', close)
    return
  }
  const timer = setTimeout(close, LINGER_MS)
  raw.once('end', () => clearTimeout(timer))
  raw.once('close', () => clearTimeout(timer))
  raw.resume()
}

/** Reads a body to its end and keeps nothing of it; also resolves when it breaks off or stalls. */
export function drainBody(body: Readable, idleMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (body.destroyed || body.readableEnded) return resolve()
    body.once('end', resolve).once('close', resolve).on('error', resolve)
    watchIdle(body, idleMs, resolve)
  })
}
