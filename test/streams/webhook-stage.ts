import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type HttpReceiver, type Received, startHttpReceiver } from '../support/counterparts/http-receiver.ts'
import { createAuthority } from '../support/counterparts/test-authority.ts'
import { addStream } from './stream-stage.ts'

const { ca, ...tls } = createAuthority()
export let receiver: HttpReceiver

/** A receiver by HTTPS, which takes everything at the begin of each test. */
export function stageReceiver(): void {
  beforeAll(async () => {
    receiver = await startHttpReceiver(tls)
  })
  afterAll(() => receiver.kill())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answer = take
  })
}

export const otherReceiver = () => startHttpReceiver(tls)

export const take: HttpReceiver['answer'] = (_request, response) => void response.writeHead(204).end()
export const answerWith =
  (status: number, headers = {}): HttpReceiver['answer'] =>
  (_request, response) =>
    void response.writeHead(status, headers).end('the secret of an inner service')

export type SentEvent = { id: string; leaf_index: number; details: { mark?: string } }
export const eventsOf = ({ body }: Received): SentEvent[] => (JSON.parse(body) as { data: SentEvent[] }).data
export const marksOf = (requests: readonly Received[]): (string | undefined)[] =>
  requests.flatMap((one) => eventsOf(one).map(({ details }) => details.mark))
export function lastOf({ received }: HttpReceiver): Received {
  const last = received.at(-1)
  if (!last) throw new Error('nothing was received')
  return last
}
export const address = () => `https://127.0.0.1:${receiver.port}/hook`
export const addWebhook = (fields: Record<string, unknown> = {}) =>
  addStream({ kind: 'webhook', address: address(), ca, ...fields })
