import type { StreamFailure } from '#contract/audit/event-streams.ts'
import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import { standardWebhookHeaders } from '#server/outbound/standard-webhook.ts'
import type { HttpSigner } from './http-signature.ts'
import type { RenderedEvent } from './render-event.ts'
import { objectBody, objectUrl, readBucketAddress, signedPut } from './s3-object.ts'
import type { Receiver } from './stream.ts'

/** A request as it is sent. */
export type StreamRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** What people see where the body is compressed. */
  readonly text?: string
  readonly method?: 'POST' | 'PUT'
}

type Rendered = { id: string; events: readonly RenderedEvent[]; nowMs: number; host: string }
type HttpKind = {
  toRequest: (receiver: Receiver, rendered: Rendered, signer: HttpSigner) => Promise<StreamRequest>
  /** @returns why the receiver has not taken the events; undefined when it has. */
  failureOf: (answer: OutboundAnswer) => StreamFailure | undefined
}

const SOURCE = 'quantumshield'
const JSON_TYPE = 'application/json'

/** The receivers that are reached by HTTP. */
export const HTTP_KINDS: Record<'webhook' | 'splunk' | 'loki' | 's3', HttpKind> = {
  webhook: { toRequest: webhookRequest, failureOf: statusFailure },
  splunk: { toRequest: async (receiver, rendered) => splunkRequest(receiver, rendered), failureOf: splunkFailure },
  loki: { toRequest: async (receiver, rendered) => lokiRequest(receiver, rendered), failureOf: statusFailure },
  s3: { toRequest: s3Request, failureOf: statusFailure },
}

/** Standard Webhooks 1.0, with a second signature that holds against quantum computers. */
async function webhookRequest(receiver: Receiver, rendered: Rendered, signer: HttpSigner): Promise<StreamRequest> {
  const seconds = Math.floor(rendered.nowMs / 1000)
  const body = JSON.stringify({
    type: 'audit.events',
    timestamp: new Date(rendered.nowMs).toISOString(),
    data: rendered.events.map(({ value }) => value),
  })
  const { 'webhook-signature': signature = '', ...named } = standardWebhookHeaders(
    { id: rendered.id, seconds, body },
    receiver.secrets,
  )
  const url = new URL(receiver.address).href
  const covered = { 'content-type': JSON_TYPE, ...named }
  const signed = await signer.headersOf({ url, body, headers: covered }, seconds)
  return { url, headers: { ...covered, 'webhook-signature': signature, ...signed }, body }
}

/** The HTTP Event Collector: one object after another. */
function splunkRequest({ address, secrets }: Receiver, { events, host }: Rendered): StreamRequest {
  const lines = events.map(({ event, value }) => ({
    time: Date.parse(event.row.created_at) / 1000,
    host,
    source: SOURCE,
    sourcetype: `${SOURCE}:audit`,
    event: value,
  }))
  return {
    url: withPath(address, '/services/collector/event'),
    headers: { 'content-type': JSON_TYPE, authorization: `Splunk ${secrets[0] ?? ''}` },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  }
}

/** The push API: lines with the time of their event, under labels of which there are few. */
function lokiRequest({ address, secrets }: Receiver, { events, host }: Rendered): StreamRequest {
  const byCategory = Map.groupBy(events, ({ event }) => event.row.event_category)
  const streams = [...byCategory].map(([category, members]) => ({
    stream: { service_name: SOURCE, host, category },
    values: members.map(({ event, line }) => [nanoseconds(event.row.created_at), line]),
  }))
  const [secret] = secrets
  return {
    url: withPath(address, '/loki/api/v1/push'),
    headers: { 'content-type': JSON_TYPE, ...(secret && { authorization: lokiAuthorization(secret) }) },
    body: JSON.stringify({ streams }),
  }
}

/** An object in a bucket, stored whole. */
async function s3Request({ address, secrets }: Receiver, { events, nowMs }: Rendered): Promise<StreamRequest> {
  const bucket = readBucketAddress(address)
  if (!bucket) throw new Error('an address without a bucket was saved')
  const [url, body] = [objectUrl(bucket, events), objectBody(events)]
  const headers = await signedPut({
    url,
    region: bucket.region,
    accessKey: secrets[0] ?? '',
    body,
    seconds: Math.floor(nowMs / 1000),
    headers: { 'content-type': 'application/gzip' },
  })
  return { url: url.href, headers, body, text: events.map(({ line }) => line).join('\n'), method: 'PUT' }
}

const lokiAuthorization = (secret: string): string =>
  secret.includes(':') ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`

/** PostgreSQL has microseconds, which a `Date` would lose. */
function nanoseconds(time: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? []
  return `${Math.floor(Date.parse(time) / 1000)}${fraction.padEnd(9, '0').slice(0, 9)}`
}

/** An address without a path means the place that the product documents. */
function withPath(address: string, path: string): string {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = path
  return url.href
}

function statusFailure({ status }: OutboundAnswer): StreamFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return { problem: 'redirects', number: status }
  if (status === 401 || status === 403) return { problem: 'refuses_token', number: status }
  return { problem: status >= 500 ? 'has_fault' : 'answered', number: status }
}

/** The collector may refuse with a status of 200. Its text is not shown: it comes from outside. */
function splunkFailure(answer: OutboundAnswer): StreamFailure | undefined {
  const failure = statusFailure(answer)
  if (failure) return failure
  const code = codeIn(answer.body)
  if (code === undefined) return { problem: 'not_a_collector', number: undefined }
  return code === 0 ? undefined : { problem: 'collector_refused', number: code }
}

function codeIn(body: Buffer): number | undefined {
  try {
    const said: unknown = JSON.parse(body.toString('utf8'))
    const isCoded = typeof said === 'object' && said !== null && 'code' in said && typeof said.code === 'number'
    return isCoded ? Number(said.code) : undefined
  } catch {
    // Not JSON: no collector.
    return undefined
  }
}
