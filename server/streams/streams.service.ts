import { randomUUID } from 'node:crypto'
import { formatsOf, readSyslogAddress, type StreamKind, writeFailure } from '#contract/audit/event-streams.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import type { Caller, Database } from '../db/database.ts'
import { isCertificate } from '../outbound/outbound-settings.ts'
import { hostOf, readAddress } from '../outbound/outbound.ts'
import { newWebhookSecret } from '../outbound/standard-webhook.ts'
import { sealSecret } from '../secret-seal.ts'
import { type DeliveryServices, receiverOf } from './deliver.ts'
import type { SigningJwk } from './http-signature.ts'
import { sendBatch, type Sent } from './send-batch.ts'
import { isAccessKey, readBucketAddress } from './s3-object.ts'
import { streamError } from './streams-requests.ts'
import type { ChangedStream, NewStream } from './streams.schemas.ts'
import { callStreams, findAside, findReceiver, noteAsideRefused, readEvents, takeFromAside } from './streams.sql.ts'

type Services = DeliveryServices & { database: Database }

/** What people do with streams. Whether they may is asked of the database in each call. */
export class StreamService {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async keys(): Promise<{ keys: SigningJwk[] }> {
    return { keys: [await this.#services.signer.key()] }
  }

  list(caller: Caller): Promise<Record<string, unknown>[]> {
    return this.#call(
      caller,
      `select id, name, kind, address, format, categories, least_risk, ca, paused_at, created_at, has_secret, earlier_until,
              sent::float8 as sent, filtered::float8 as filtered, failed_tries::float8 as failed_tries, waiting::float8 as waiting,
              last_success_at, last_error, failing_since, next_try_at, coalesce(a.events, 0)::float8 as put_aside
       from streams.list() left join streams.count_aside() a on a.stream_id = id`,
      [],
    )
  }

  listTries(caller: Caller, id: string): Promise<Record<string, unknown>[]> {
    return this.#call(
      caller,
      `select at, first_index::float8 as first_index, last_index::float8 as last_index, events, error, took_ms from streams.list_tries($1)`,
      [id],
    )
  }

  listAside(caller: Caller, id: string): Promise<Record<string, unknown>[]> {
    return this.#call(
      caller,
      'select index::float8 as index, event_id, put_at, error, event_type, happened_at from streams.list_aside($1)',
      [id],
    )
  }

  /**
   * Sends one event that was put aside. Taken, it is put aside no longer.
   * @throws {Refusal} when it is not put aside.
   */
  async repeatAside(caller: Caller, id: string, event: string): Promise<Sent> {
    const { database } = this.#services
    const receiver = await this.#receiver(caller, id)
    const place = await findAside(database, id, event)
    if (!place) throw streamError('stream_event_not_aside')
    const events = await readEvents(database, place, { from: place.index, until: place.index + 1 })
    const sent = await sendBatch(this.#services, receiver, { id: `msg_aside_${event}`.replaceAll('-', ''), events })
    if (sent.failure) await noteAsideRefused(database, id, event, writeFailure(sent.failure))
    else await takeFromAside(database, id, event)
    return sent
  }

  /** An event that was put aside is not sent any more. */
  async leaveOut(caller: Caller, id: string, event: string): Promise<void> {
    await this.#call(caller, 'select streams.settle_aside($1, $2)', [id, event])
  }

  /** @returns the secret of a webhook, which is shown this once. @throws {Refusal} {OutboundError} */
  async add(caller: Caller, { kind, secret, from, ...fields }: NewStream): Promise<{ id: string; secret?: string }> {
    await this.#call(caller, 'select streams.managed()', [])
    await this.#check(kind, fields)
    if (kind === 'splunk' && !secret) throw streamError('stream_needs_secret')
    if (kind === 's3') requireAccessKey(secret)
    const id = randomUUID()
    const own = kind === 'webhook' ? newWebhookSecret() : undefined
    const sealed = this.#seal(id, own ?? secret)
    await this.#call(caller, 'select streams.add($1, $2, $3, $4)', [
      id,
      JSON.stringify({ kind, ...fields }),
      sealed,
      from,
    ])
    return { id, ...(own !== undefined && { secret: own }) }
  }

  /** @throws {Refusal} {OutboundError} */
  async change(caller: Caller, id: string, { secret, ...fields }: ChangedStream): Promise<void> {
    const known = await this.#receiver(caller, id)
    await this.#check(known.kind, fields)
    // A token goes where it was typed for, and not where somebody points the stream who does not know it.
    const isElsewhere = new URL(fields.address).host !== new URL(known.address).host
    const hasToken = known.kind !== 'webhook' && known.secrets.length > 0
    if (hasToken && isElsewhere && !secret) throw streamError('stream_needs_secret')
    if (known.kind === 's3' && secret) requireAccessKey(secret)
    const sealed = this.#seal(id, known.kind === 'webhook' ? undefined : secret)
    await this.#call(caller, 'select streams.change($1, $2, $3)', [id, JSON.stringify(fields), sealed])
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#call(caller, 'select streams.remove($1)', [id])
  }

  async pause(caller: Caller, id: string, isPaused: boolean): Promise<void> {
    await this.#call(caller, 'select streams.pause($1, $2)', [id, isPaused])
  }

  async move(caller: Caller, id: string, from: 'now' | 'beginning'): Promise<void> {
    await this.#call(caller, 'select streams.move($1, $2)', [id, from])
  }

  /** @returns the secret that signs from now on; the one before signs for another day. */
  async rotate(caller: Caller, id: string): Promise<{ secret: string }> {
    const secret = newWebhookSecret()
    await this.#call(caller, 'select streams.rotate($1, $2)', [id, this.#seal(id, secret)])
    return { secret }
  }

  /** Sends one event that is in no log. */
  async test(caller: Caller, id: string): Promise<Sent> {
    const receiver = await this.#receiver(caller, id)
    const row = testEvent(new Date(this.#services.nowMs()))
    const events = [{ index: 0, origin: `${this.#services.host}/test`, row }]
    return sendBatch(this.#services, receiver, { id: `msg_test_${row.id}`.replaceAll('-', ''), events })
  }

  async #receiver(caller: Caller, id: string) {
    await this.#call(caller, 'select streams.require_own($1)', [id])
    const found = await findReceiver(this.#services.database, id)
    if (!found) throw streamError('stream_not_found')
    return receiverOf(this.#services.serverSecret, id, found)
  }

  async #check(
    kind: StreamKind,
    { address, format, ca }: Pick<ChangedStream, 'address' | 'format' | 'ca'>,
  ): Promise<void> {
    if (!formatsOf(kind).includes(format)) throw streamError('stream_bad_format')
    if (ca !== null && !isCertificate(ca)) throw streamError('stream_bad_ca')
    if (kind === 'syslog') {
      const target = readSyslogAddress(address)
      if (!target) throw streamError('stream_bad_address')
      await this.#services.outbound.examine(target.host, { isPlain: false })
    } else {
      const url = readAddress(address)
      if (kind === 's3' && !readBucketAddress(address)) throw streamError('stream_bad_address')
      await this.#services.outbound.examine(hostOf(url), { isPlain: url.protocol === 'http:' })
    }
  }

  #seal(id: string, secret: string | undefined): Buffer | null {
    if (secret === undefined) return null
    return sealSecret(this.#services.serverSecret, { kind: 'stream-secret', id }, Buffer.from(secret))
  }

  #call(caller: Caller, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return callStreams(this.#services.database, caller, text, values)
  }
}

const testEvent = (now: Date): EventRow => ({
  id: randomUUID(),
  created_at: now.toISOString(),
  event_type: 'event_streams.test',
  event_category: 'config_change',
  user_id: null,
  action: 'test',
  status: 'success',
  risk_level: 'low',
  details: { test: true },
})

/** @throws {Refusal} */
function requireAccessKey(secret: string | undefined): void {
  if (secret === undefined || !isAccessKey(secret)) throw streamError('stream_needs_secret')
}
