import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const asked = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  max_tokens: z.number().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
})
export type AskedChat = z.output<typeof asked>

/** How a request for a chat completion is answered. */
type ChatAnswer =
  /** `until`: a stream says nothing before that. */
  | { text: string; withoutUsage?: boolean; pieceMs?: number; finish?: 'stop' | 'length'; until?: Promise<void> }
  | { status: number; retryAfter?: number; message?: string }
  /** An event of a stream that is no JSON. */
  | { malformed: string }
  /** The connection is cut behind this text. */
  | { cutAfter: string }
  /** Nothing is answered for so long. */
  | { silentMs: number }

export type OpenAiServer = {
  /** Where the protocol begins. */
  url: string
  /** What it offers. */
  models: string[]
  /** Requests for completions, oldest first. */
  chats: { body: AskedChat; authorization: string | undefined }[]
  /** Answers of the next requests in their order; afterwards the last one again. */
  answer: (...answers: (ChatAnswer | ((body: AskedChat) => ChatAnswer))[]) => void
  /** A key without which nothing is answered. */
  key: string | undefined
  /** How many answers their reader gave up. */
  gone: () => number
  stop: () => Promise<void>
}

/** The prompt of a request as one text. */
export const promptOf = ({ messages }: AskedChat): string =>
  messages
    .map(({ content }) =>
      Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : String(content),
    )
    .join('\n')

/**
 * Answers as a server of the OpenAI protocol does: `GET /v1/models`, `POST /v1/chat/completions` with and without streaming, usage, and errors
 * in its form. What is answered, the test says: no model is behind it.
 */
export async function startOpenAiServer(): Promise<OpenAiServer> {
  const answers: (ChatAnswer | ((body: AskedChat) => ChatAnswer))[] = []
  let gone = 0
  const self: Omit<OpenAiServer, 'url' | 'stop'> = {
    models: ['tiny-1', 'tiny-2'],
    chats: [],
    key: undefined,
    answer: (...given) => void answers.splice(0, answers.length, ...given),
    gone: () => gone,
  }
  const server = http.createServer((request, response) => {
    response.once('close', () => (gone += response.writableFinished ? 0 : 1))
    void handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const authorization = request.headers.authorization
    if (self.key !== undefined && authorization !== `Bearer ${self.key}`) {
      return fail(response, 401, 'Incorrect API key provided')
    }
    if (request.method === 'GET' && request.url === '/v1/models') {
      const data = self.models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'tests' }))
      return send(response, 200, { object: 'list', data })
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return fail(response, 404, 'Not found')
    const body = asked.parse(JSON.parse((await buffer(request)).toString('utf8')))
    self.chats.push({ body, authorization })
    const next = answers.length > 1 ? answers.shift() : answers[0]
    const answer = typeof next === 'function' ? next(body) : (next ?? { text: 'Hello from the test.' })
    await (body.stream ? stream(response, body, answer) : whole(response, body, answer))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return Object.assign(self, {
    url: `http://127.0.0.1:${port}/v1`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function send(response: http.ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function fail(response: http.ServerResponse, status: number, message: string, retryAfter?: number): void {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  send(response, status, { error: { message, type: 'test_error', param: null, code: null } }, headers)
}

const tokens = (text: string): number => Math.ceil(text.length / 4)
const usageOf = (body: AskedChat, text: string) => {
  const [prompt_tokens, completion_tokens] = [tokens(promptOf(body)), tokens(text)]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}
const headOf = (body: AskedChat) => ({ id: 'chatcmpl-test', created: 1_700_000_000, model: body.model })

async function whole(response: http.ServerResponse, body: AskedChat, answer: ChatAnswer): Promise<void> {
  if ('silentMs' in answer) {
    await sleep(answer.silentMs)
    return void response.destroy()
  }
  if ('status' in answer) return fail(response, answer.status, answer.message ?? 'It failed', answer.retryAfter)
  if ('malformed' in answer) {
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer.malformed)
  }
  if ('cutAfter' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"chatcmpl-test","choices":[')
    await sleep(20)
    return void response.destroy()
  }
  send(response, 200, {
    ...headOf(body),
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content: answer.text }, finish_reason: answer.finish ?? 'stop' },
    ],
    ...(!answer.withoutUsage && { usage: usageOf(body, answer.text) }),
  })
}

async function stream(response: http.ServerResponse, body: AskedChat, answer: ChatAnswer): Promise<void> {
  if ('status' in answer) return fail(response, answer.status, answer.message ?? 'It failed', answer.retryAfter)
  if ('silentMs' in answer) await sleep(answer.silentMs)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (given: object) =>
    response.write(`data: ${JSON.stringify({ ...headOf(body), object: 'chat.completion.chunk', ...given })}\n\n`)
  const text = 'text' in answer ? answer.text : 'cutAfter' in answer ? answer.cutAfter : ''
  event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] })
  if ('until' in answer) await answer.until
  for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) {
    if (response.destroyed) return
    event({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] })
    if ('pieceMs' in answer && answer.pieceMs !== undefined) await sleep(answer.pieceMs)
  }
  if ('malformed' in answer) return void response.end(`data: ${answer.malformed}\n\n`)
  if (!('text' in answer)) {
    await sleep(20)
    return void response.destroy()
  }
  event({ choices: [{ index: 0, delta: {}, finish_reason: answer.finish ?? 'stop' }] })
  if (body.stream_options?.include_usage && !answer.withoutUsage) event({ choices: [], usage: usageOf(body, text) })
  response.end('data: [DONE]\n\n')
}
