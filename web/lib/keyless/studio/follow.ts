import { EventSourceParserStream } from 'eventsource-parser/stream'
import { readJson, type VaultApi } from '#vault/session/api.ts'

/** Sends JSON and hears news as they come, until the server ends them or `signal` does. */
export async function* follow(api: VaultApi, path: string, body: unknown, signal: AbortSignal): AsyncGenerator {
  const { body: answer } = await api.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer) return
  const events = answer.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for (const reader = events.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return
    yield JSON.parse(value.data) as unknown
  }
}

/** Sends JSON. @returns the parsed answer, null for an empty one */
export async function send(api: VaultApi, method: 'PUT' | 'PATCH', path: string, body: unknown): Promise<unknown> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  return readJson(await api.fetch(path, { method, headers, body: JSON.stringify(body) }))
}

export const read = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(path, { method: 'GET' })).json()
