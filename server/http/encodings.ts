import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesVersion } from './conditional.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
type Encoding = 'br' | 'gzip' | 'identity'

/** Below it, the headers of the answer weigh as much. */
const WORTH_IT_BYTES = 512

/**
 * Content that is the same for everybody, compressed when it is first asked for. Never for what a person's own answer holds: the length of
 * a compressed answer tells about secrets beside what an attacker chose (docs/decisions/0070).
 */
export class PublicContent {
  readonly #plain: Buffer
  readonly #hash: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(content: Buffer | string) {
    this.#plain = Buffer.from(content)
    this.#hash = createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)
  }

  /** Answers with it, or with 304 when the browser has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding =
      this.#plain.length < WORTH_IT_BYTES ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
    const etag = `"${this.#hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    reply.header('etag', etag).header('vary', 'accept-encoding')
    const known = request.headers['if-none-match']
    if (reply.statusCode === 200 && known !== undefined && namesVersion(known, etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await this.#inEncoding(encoding))
  }

  #inEncoding(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const made = encode(this.#plain, encoding)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** The smallest encoding that a browser says it takes. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  return takesEncoding(header, 'br') ? 'br' : takesEncoding(header, 'gzip') ? 'gzip' : 'identity'
}

/** Returns whether a browser says that it takes an encoding (RFC 9110 §12.5.3): a weight of 0 refuses it. */
export function takesEncoding(header: string | string[] | undefined, encoding: 'br' | 'gzip'): boolean {
  const offers = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((offer): [string, number] => {
        const [name = '', ...parameters] = offer.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2))]
      }),
  )
  return (offers.get(encoding) ?? 0) > 0
}

async function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
  }
  return encoding === 'gzip' ? gzip(content, { level: 9 }) : content
}
