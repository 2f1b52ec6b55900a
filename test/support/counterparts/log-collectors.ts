import { z } from 'zod'
import type { HttpReceiver } from './http-receiver.ts'

export type Taken = { timeMs: number; event: unknown; labels?: Record<string, string> }

const splunkEvent = z.strictObject({
  time: z.number().min(1e9).max(1e10),
  host: z.string().min(1),
  source: z.string().min(1),
  sourcetype: z.string().min(1),
  event: z.union([z.string().min(1), z.record(z.string(), z.unknown())]),
})

/** As the HTTP Event Collector of Splunk answers, by its documentation: one object after another, and a number for what is wrong. */
export function splunkAnswer(token: string, taken: Taken[]): HttpReceiver['answer'] {
  return ({ method, headers, body }, response) => {
    const say = (status: number, code: number, text: string): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ text, code }))
    if (method !== 'POST') return say(405, 0, 'Method not allowed')
    if (headers.authorization !== `Splunk ${token}`) return say(403, 4, 'Invalid token')
    const events = z.array(splunkEvent).safeParse(body.split('\n').map((line) => JSON.parse(line) as unknown))
    if (!events.success || events.data.length === 0) return say(400, 6, 'Invalid data format')
    taken.push(...events.data.map(({ time, event }) => ({ timeMs: time * 1000, event })))
    say(200, 0, 'Success')
  }
}

const lokiPush = z.strictObject({
  streams: z
    .array(
      z.strictObject({
        stream: z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), z.string()),
        values: z.array(z.tuple([z.string().regex(/^\d{19}$/), z.string().min(1)])).min(1),
      }),
    )
    .min(1),
})

/** As Loki answers a push in JSON, by its documentation: nothing, or what is wrong in words. */
export function lokiAnswer(authorization: string | undefined, taken: Taken[]): HttpReceiver['answer'] {
  return ({ url, headers, body }, response) => {
    if (url !== '/loki/api/v1/push') return void response.writeHead(404).end()
    if (headers.authorization !== authorization) return void response.writeHead(401).end('unauthorized')
    if (headers['content-type'] !== 'application/json') return void response.writeHead(415).end()
    const push = lokiPush.safeParse(JSON.parse(body))
    if (!push.success) return void response.writeHead(400).end(z.prettifyError(push.error))
    for (const { stream: labels, values } of push.data.streams) {
      taken.push(...values.map(([time, event]) => ({ timeMs: Number(time.slice(0, 13)), event, labels })))
    }
    response.writeHead(204).end()
  }
}
