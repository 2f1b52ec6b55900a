import { Readable, Transform } from 'node:stream'
import type { Outbound } from '../../outbound/outbound.ts'

/** An answer that is longer is cut: no text of ours needs as much. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/**
 * A `fetch` for libraries that goes by `Outbound`: only to addresses that may be reached, to the one that was checked, and along no redirect.
 * @param answerMs until the head of an answer is there
 */
export function fetchBy(outbound: Outbound, { answerMs }: { answerMs: number }): typeof fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? new AbortController().signal
    const address = input instanceof Request ? input.url : String(input)
    const { status, headers, body } = await outbound.open(
      address,
      {
        method: init.method === 'GET' || init.method === undefined ? 'GET' : 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' && { body: init.body }),
      },
      { signal, answerMs },
    )
    const told = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return new Response(Readable.toWeb(limited(body)) as ReadableStream<Uint8Array>, {
      status: Math.max(200, status),
      headers: Object.fromEntries(told) as Record<string, string>,
    })
  }
}

/** A cut connection is an error of the stream, as it is with Node's own fetch. */
function limited(body: Readable): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > MAX_ANSWER_BYTES ? new Error('the answer is too long') : null, chunk)
    },
  })
  body.once('error', (error) => counted.destroy(error))
  counted.once('close', () => body.destroy())
  return body.pipe(counted)
}
