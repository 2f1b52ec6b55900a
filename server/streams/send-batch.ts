import { readSyslogAddress, type StreamFailure } from '#contract/audit/event-streams.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { asOutboundError } from '#server/outbound/outbound-error.ts'
import { HTTP_KINDS, type StreamRequest } from './http-requests.ts'
import type { HttpSigner } from './http-signature.ts'
import { renderEvent, type RenderedEvent } from './render-event.ts'
import type { Batch, Receiver } from './stream.ts'
import { sendSyslog, syslogMessage } from './syslog.ts'

export type SendServices = {
  outbound: Outbound
  signer: HttpSigner
  /** Of this installation, as receivers see it. */
  host: string
  nowMs: () => number
}

/** What was sent, for people, and why it was not taken; without a secret. */
export type Sent = {
  readonly shown: string
  readonly status: number | undefined
  /** Undefined when the receiver took the events. */
  readonly failure: StreamFailure | undefined
}

/** Headers whose values let somebody in. */
const HIDDEN = new Set(['authorization'])

/** Hands events to a receiver. Never throws for what the receiver does. */
export async function sendBatch(services: SendServices, receiver: Receiver, batch: Batch): Promise<Sent> {
  const events = batch.events.map((event) => renderEvent(receiver.format, event))
  if (receiver.kind === 'syslog') return sendMessages(services, receiver, events)
  const { toRequest, failureOf } = HTTP_KINDS[receiver.kind]
  const rendered = { id: batch.id, events, nowMs: services.nowMs(), host: services.host }
  const request = await toRequest(receiver, rendered, services.signer)
  const { url, headers, body, method = 'POST' } = request
  let status: number | undefined
  const failure = await failureIn(async () => {
    const answer = await services.outbound.request(url, { method, headers, body, ca: receiver.ca })
    status = answer.status
    return failureOf(answer)
  })
  return { shown: shownRequest(request), status, failure }
}

async function sendMessages(
  { outbound, host }: SendServices,
  { address, ca }: Receiver,
  events: readonly RenderedEvent[],
): Promise<Sent> {
  const target = readSyslogAddress(address)
  const messages = events.map((event) => syslogMessage(event, host))
  const failure = await failureIn(async () => {
    if (!target) return { problem: 'bad_address', number: undefined }
    await sendSyslog(outbound, { target, messages, ca })
    return undefined
  })
  return { shown: messages.join('\n'), status: undefined, failure }
}

async function failureIn(work: () => Promise<StreamFailure | undefined>): Promise<StreamFailure | undefined> {
  try {
    return await work()
  } catch (error) {
    return { problem: asOutboundError(error).code, number: undefined }
  }
}

function shownRequest({ url, headers, body, text, method = 'POST' }: StreamRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${HIDDEN.has(name) ? '••••••' : value}`)
  return [`${method} ${url}`, ...lines, '', text ?? body].join('\n')
}
