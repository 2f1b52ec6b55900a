import http from 'node:http'
import { buffer } from 'node:stream/consumers'

export type ReceivedSpan = {
  traceId: string
  spanId: string
  /** Empty: it has none. */
  parentId: string
  name: string
  attributes: Record<string, unknown>
}

export type OtlpReceiver = {
  url: string
  spans: () => ReceivedSpan[]
  resources: () => Record<string, unknown>[]
  /** All bytes that came, with the headers. */
  raw: () => Buffer
  stop: () => Promise<void>
}

/**
 * Takes spans as a collector does: OTLP over HTTP with Protocol Buffers, by opentelemetry-proto 1.x (collector/trace/v1, trace/v1,
 * common/v1, resource/v1). Not a collector itself: none is to be had as a package of npm or Debian.
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: Buffer[] = []
  const heads: string[] = []
  const server = http.createServer((request, response) => {
    void answer()
    async function answer(): Promise<void> {
      const body = await buffer(request)
      const isRight =
        request.method === 'POST' &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/x-protobuf'
      if (isRight) bodies.push(body)
      heads.push(JSON.stringify(request.headers))
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/x-protobuf' }).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const ofAll = () => bodies.flatMap((body) => fieldsOf(body).bytes(1))
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => ofAll().flatMap((resource) => fieldsOf(resource).bytes(2).flatMap(spansOf)),
    resources: () =>
      ofAll().flatMap((resource) =>
        fieldsOf(resource)
          .bytes(1)
          .map((one) => attributesOf(one, 1)),
      ),
    raw: () => Buffer.concat([...bodies, Buffer.from(heads.join('\n'))]),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Of a ScopeSpans. */
function spansOf(scope: Buffer): ReceivedSpan[] {
  return fieldsOf(scope)
    .bytes(2)
    .map((span) => {
      const { bytes } = fieldsOf(span)
      const [traceId, spanId, parentId, name] = [1, 2, 4, 5].map((field) => bytes(field)[0] ?? Buffer.alloc(0))
      return {
        traceId: traceId?.toString('hex') ?? '',
        spanId: spanId?.toString('hex') ?? '',
        parentId: parentId?.toString('hex') ?? '',
        name: name?.toString() ?? '',
        attributes: attributesOf(span, 9),
      }
    })
}

/** KeyValue: the key is field 1, its AnyValue field 2. */
function attributesOf(message: Buffer, field: number): Record<string, unknown> {
  const pairs = fieldsOf(message)
    .bytes(field)
    .map((pair): [string, unknown] => {
      const [key = Buffer.alloc(0)] = fieldsOf(pair).bytes(1)
      const [value = Buffer.alloc(0)] = fieldsOf(pair).bytes(2)
      const [text] = fieldsOf(value).bytes(1)
      return [key.toString(), text?.toString() ?? fieldsOf(value).number(3) ?? fieldsOf(value).number(2)]
    })
  return Object.fromEntries(pairs)
}

const VARINT = 0
const FIXED_64 = 1
const LENGTH = 2
const FIXED_32 = 5

/** The fields of one message in the wire format of Protocol Buffers. */
function fieldsOf(message: Buffer) {
  const fields: { field: number; value: Buffer | number }[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const take = (length: number): Buffer => message.subarray(at, (at += length))
  while (at < message.length) {
    const tag = varint()
    const type = tag % 8
    const sizes: Record<number, () => Buffer | number> = {
      [VARINT]: varint,
      [FIXED_64]: () => take(8),
      [LENGTH]: () => take(varint()),
      [FIXED_32]: () => take(4),
    }
    const read = sizes[type]
    if (!read) throw new Error(`no wire type of Protocol Buffers: ${type}`)
    fields.push({ field: (tag - type) / 8, value: read() })
  }
  return {
    bytes: (wanted: number): Buffer[] =>
      fields.flatMap(({ field, value }) => (field === wanted && typeof value !== 'number' ? [value] : [])),
    number: (wanted: number): number | undefined =>
      fields.flatMap(({ field, value }) => (field === wanted && typeof value === 'number' ? [value] : []))[0],
  }
}
