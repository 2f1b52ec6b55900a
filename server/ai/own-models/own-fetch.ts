import { z } from 'zod'
import type { LlamaEnd, LlamaQuestion } from './llama.ts'
import type { ModelEngine, ModelFile } from './model-engine.ts'

/** Requests of the library, in the protocol of OpenAI. */
const asked = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  stream: z.boolean().optional(),
  max_tokens: z.number().optional(),
  temperature: z.number().optional(),
  response_format: z.looseObject({ json_schema: z.looseObject({ schema: z.looseObject({}) }).optional() }).optional(),
})
type Asked = z.output<typeof asked>

const DEFAULT_TOKENS = 1000

/** A `fetch` that no request leaves by: the uploaded model answers as a server of the protocol of OpenAI would. It throws what the engine does. */
export function fetchFrom(engine: ModelEngine, file: ModelFile): typeof fetch {
  return async (_input, init = {}) => {
    const given = asked.parse(JSON.parse(typeof init.body === 'string' ? init.body : ''))
    const signal = init.signal ?? new AbortController().signal
    const pieces = engine.ask(file, questionOf(given), signal)
    // A failure before the first piece is one of the request.
    const first = await pieces.next()
    return given.stream === true ? streamed(given.model, first, pieces) : whole(given.model, first, pieces)
  }
}

function questionOf({ messages, max_tokens: maxTokens, temperature, response_format: format }: Asked): LlamaQuestion {
  const textOf = (isSystem: boolean) =>
    messages
      .filter(({ role }) => (role === 'system') === isSystem)
      .map(({ content }) => content)
      .join('\n\n')
  return {
    system: textOf(true),
    prompt: textOf(false),
    maxTokens: maxTokens ?? DEFAULT_TOKENS,
    temperature,
    schema: format?.json_schema?.schema,
  }
}

type Pieces = AsyncGenerator<string, LlamaEnd>
type Piece = IteratorResult<string, LlamaEnd>

async function whole(model: string, first: Piece, pieces: Pieces): Promise<Response> {
  let text = ''
  let piece = first
  for (; piece.done !== true; piece = await pieces.next()) text += piece.value
  const message = { role: 'assistant', content: text }
  const choices = [{ index: 0, message, finish_reason: piece.value.reason }]
  return Response.json({ ...named(model), choices, usage: usageOf(piece.value) })
}

function streamed(model: string, first: Piece, pieces: Pieces): Response {
  const encoder = new TextEncoder()
  let piece: Piece | undefined = first
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const say = (fields: object): void =>
        stream.enqueue(encoder.encode(`data: ${JSON.stringify({ ...named(model), ...fields })}\n\n`))
      piece ??= await pieces.next()
      if (piece.done === true) {
        say({ choices: [{ index: 0, delta: {}, finish_reason: piece.value.reason }] })
        say({ choices: [], usage: usageOf(piece.value) })
        stream.enqueue(encoder.encode('data: [DONE]\n\n'))
        return stream.close()
      }
      say({ choices: [{ index: 0, delta: { role: 'assistant', content: piece.value }, finish_reason: null }] })
      piece = undefined
    },
    async cancel() {
      await pieces.return({ reason: 'stop', tokensIn: 0, tokensOut: 0 })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const named = (model: string) => ({ id: 'own', created: Math.floor(Date.now() / 1000), model })
const usageOf = ({ tokensIn, tokensOut }: LlamaEnd) => ({
  prompt_tokens: tokensIn,
  completion_tokens: tokensOut,
  total_tokens: tokensIn + tokensOut,
})
