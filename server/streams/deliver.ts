import { randomUUID } from 'node:crypto'
import { type StreamFailure, writeFailure } from '#contract/audit/event-streams.ts'
import { openSecret } from '../secret-seal.ts'
import { chooseBatch } from './choose-batch.ts'
import { type SendServices, sendBatch } from './send-batch.ts'
import type { PlacedEvent, Receiver } from './stream.ts'
import {
  type AsOwner,
  beginBatch,
  noteTry,
  readEvents,
  releaseStream,
  type Refused,
  saveFailure,
  saveRefusal,
  saveSuccess,
  takeStream,
  type TakenStream,
} from './streams.sql.ts'

/** Entries that are read at once; with a filter, few of them may be sent. */
const MOST_READ = 500

export type DeliveryServices = SendServices & { database: AsOwner; serverSecret: Buffer }

/**
 * Delivers the next events of one stream. A server that dies in the middle leaves the cursor where it was: the same batch is sent once more, under
 * the same id.
 *
 * @returns whether there may be more to deliver at once, and how long the receiver took; 0 where none was asked.
 */
export async function deliverNext(
  services: DeliveryServices,
  id: string,
): Promise<{ hasMore: boolean; tookMs: number }> {
  const { database, serverSecret } = services
  const claim = randomUUID()
  const stream = await takeStream(database, id, claim)
  if (!stream) return { hasMore: false, tookMs: 0 }
  const until = stream.batchEnd ?? Math.min(stream.size, stream.nextIndex + MOST_READ)
  const read = await readEvents(database, stream, { from: stream.nextIndex, until })
  if (read.length === 0) {
    await releaseStream(database, id, claim)
    return { hasMore: false, tookMs: 0 }
  }
  const { events, end, filtered } = chooseBatch(read, stream, until)
  const [first] = events
  if (!first) {
    await saveSuccess(database, { id, claim }, { end, sent: 0, filtered })
    return { hasMore: true, tookMs: 0 }
  }
  if (!(await beginBatch(database, id, claim, end))) return { hasMore: false, tookMs: 0 }
  const receiver = receiverOf(serverSecret, id, stream)
  const begun = performance.now()
  const { failure } = await sendBatch(services, receiver, { id: batchId(id, stream, end), events })
  const tookMs = Math.round(performance.now() - begun)
  const error = failure ? writeFailure(failure) : null
  if (failure === undefined || error === null)
    await saveSuccess(database, { id, claim }, { end, sent: events.length, filtered })
  else if (isRefusal(failure)) await saveRefusal(database, id, claim, { error, end, ...halved(events, first) })
  else await saveFailure(database, id, claim, error)
  await noteTry(database, id, { first: first.index, last: end - 1, events: events.length, error, tookMs })
  return { hasMore: error === null, tookMs }
}

/** Statuses that speak of what was sent and not of the receiver: malformed, too large, not processable. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 413, 422])

const isRefusal = ({ problem, number }: StreamFailure): boolean => problem === 'answered' && REFUSED.has(number)

/** Where the first half of a batch ends; null when it is a single event. */
function halved(events: readonly PlacedEvent[], first: PlacedEvent): Pick<Refused, 'narrower' | 'event'> {
  const narrower = events[Math.ceil(events.length / 2)]?.index ?? null
  return { narrower, event: { index: first.index, id: first.row.id } }
}

/** Tried again, it is the same; under other settings, or from another place, it is another. */
const batchId = (id: string, { logId, nextIndex, revision }: TakenStream, end: number): string =>
  ['msg', id, logId, nextIndex, end, revision].join('_').replaceAll('-', '')

/** What it takes to send, with the secrets open. */
export function receiverOf(
  serverSecret: Buffer,
  id: string,
  {
    kind,
    address,
    format,
    ca,
    secret,
    earlierSecret,
  }: Pick<TakenStream, 'kind' | 'address' | 'format' | 'ca' | 'secret' | 'earlierSecret'>,
): Receiver {
  const secrets = [secret, earlierSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSecret(serverSecret, { kind: 'stream-secret', id }, sealed).toString('utf8'))
  return { id, kind, address, format, ca: ca ?? undefined, secrets }
}
