import { TOPIC_BYTES } from '../realtime-limits.ts'

/** `vsn` of the address: objects as JSON, or arrays as JSON and broadcasts as bytes. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]

export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** What somebody sends to a topic under an event name. JSON is passed through as text: nothing nested is parsed. */
export type Broadcast = { kind: 'json'; event: string; json: string } | { kind: 'bytes'; event: string; bytes: Buffer }

export class FrameError extends Error {
  override readonly name = 'FrameError'
}

const PUSH = 3
const BROADCAST = 4
const JSON_ENCODING = 1
const BYTES_ENCODING = 0

/** @throws {FrameError} for what no client of this protocol sends. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): Message {
  if (isBinary) {
    if (version === '1.0.0') throw new FrameError('binary frames need vsn 2.0.0')
    return decodePush(data)
  }
  const parsed = parseJson(data.toString('utf8'))
  const [joinRef, ref, topic, event, payload] = Array.isArray(parsed) ? (parsed as unknown[]) : fieldsOf(parsed)
  if (typeof topic !== 'string' || typeof event !== 'string') throw new FrameError('a message has a topic and an event')
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: payload ?? {} }
}

export function encodeMessage({ joinRef, ref, topic, event, payload }: Message, version: Version): string {
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** The frame of a broadcast for clients of a version; undefined where it cannot be said in that version. */
export function encodeBroadcast(topic: string, broadcast: Broadcast, version: Version): string | Buffer | undefined {
  if (version === '1.0.0') {
    if (broadcast.kind === 'bytes') return undefined
    const payload = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.json}}`
    return `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${payload},"ref":null}`
  }
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(broadcast.event)]
  const content = broadcast.kind === 'bytes' ? broadcast.bytes : Buffer.from(broadcast.json)
  const encoding = broadcast.kind === 'bytes' ? BYTES_ENCODING : JSON_ENCODING
  const header = Buffer.from([BROADCAST, topicBytes.length, eventBytes.length, 0, encoding])
  return Buffer.concat([header, topicBytes, eventBytes, content])
}

/** A broadcast as text, to travel between servers. */
export function packBroadcast(broadcast: Broadcast): unknown {
  return broadcast.kind === 'bytes' ? { ...broadcast, bytes: broadcast.bytes.toString('base64') } : broadcast
}

export function unpackBroadcast(packed: unknown): Broadcast {
  const broadcast = packed as Broadcast
  if (broadcast.kind !== 'bytes') return broadcast
  return { ...broadcast, bytes: Buffer.from(String(broadcast.bytes), 'base64') }
}

/** What a `broadcast` message of a channel holds; undefined for what cannot be sent on. */
export function broadcastOf(payload: unknown): Broadcast | undefined {
  if (isBroadcast(payload)) return payload
  const { event, payload: content } = payload as { event?: unknown; payload?: unknown }
  if (typeof event !== 'string' || Buffer.byteLength(event) > TOPIC_BYTES) return undefined
  return { kind: 'json', event, json: JSON.stringify(content ?? {}) }
}

export function sizeOf(broadcast: Broadcast): number {
  return broadcast.kind === 'bytes' ? broadcast.bytes.length : Buffer.byteLength(broadcast.json)
}

const decoded = new WeakSet<object>()

// What came as bytes is not taken for what came as JSON: nobody can send the inner form.
function isBroadcast(payload: unknown): payload is Broadcast {
  return typeof payload === 'object' && payload !== null && decoded.has(payload)
}

function decodePush(data: Buffer): Message {
  if (data.length < 7 || data[0] !== PUSH) throw new FrameError('this kind of frame is not known')
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  let offset = 7
  const [joinRef = '', ref = '', topic = '', event = ''] = lengths.map((length) => {
    offset += length
    return data.toString('utf8', offset - length, offset)
  })
  if (offset > data.length) throw new FrameError('the frame ends too early')
  const content = data.subarray(offset)
  const broadcast: Broadcast =
    encoding === JSON_ENCODING
      ? { kind: 'json', event, json: requireJson(content.toString('utf8')) }
      : { kind: 'bytes', event, bytes: Buffer.from(content) }
  decoded.add(broadcast)
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: broadcast }
}

function requireJson(text: string): string {
  parseJson(text)
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FrameError('the frame is not JSON', { cause })
  }
}

function fieldsOf(parsed: unknown): unknown[] {
  if (typeof parsed !== 'object' || parsed === null) throw new FrameError('a message is an object or an array')
  const { join_ref, ref, topic, event, payload } = parsed as Record<string, unknown>
  return [join_ref, ref, topic, event, payload]
}

function refOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > TOPIC_BYTES) throw new FrameError('a ref is a short text')
  return value
}
