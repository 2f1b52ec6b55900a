import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Says when nobody reads an answer any longer, or the server stops. */
export function readersOf(app: FastifyInstance): { signalOf: (reply: FastifyReply) => AbortSignal } {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  return {
    signalOf: (reply) => {
      const gone = new AbortController()
      // Nothing tells again of a reader who left while something was awaited.
      if (reply.raw.destroyed) gone.abort()
      else reply.raw.once('close', () => gone.abort())
      return AbortSignal.any([gone.signal, stopping.signal])
    },
  }
}

/** Answers with news as they come, as server-sent events named by their kind. */
export function sendEvents(reply: FastifyReply, news: AsyncIterable<{ kind: string }>): FastifyReply {
  // A proxy that collects answers would hold them back.
  reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return reply.send(Readable.from(asEvents(news)))
}

async function* asEvents(news: AsyncIterable<{ kind: string }>): AsyncGenerator<string> {
  for await (const one of news) yield `event: ${one.kind}\ndata: ${JSON.stringify(one)}\n\n`
}
