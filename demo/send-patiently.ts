import { setTimeout as sleep } from 'node:timers/promises'

/** Tries of one request; each waits as long as the server says. */
const MAX_TRIES = 20
const MAX_WAIT_SECONDS = 120

/** Returns `send` with these headers on each request, which comes back as the server says where a limit is reached. Nothing was done then. */
export function sendPatiently(send: typeof fetch, headers: () => Record<string, string>): typeof fetch {
  return async (input, init = {}) => {
    for (let tried = 1; ; tried += 1) {
      const given = new Headers(init.headers)
      for (const [name, value] of Object.entries(headers())) given.set(name, value)
      const response = await send(input, { ...init, headers: given })
      const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      const mayWait = waitSeconds <= MAX_WAIT_SECONDS && tried < MAX_TRIES && !(init.body instanceof ReadableStream)
      if (response.status !== 429 || !mayWait) return response
      await response.body?.cancel()
      await sleep(waitSeconds * 1000)
    }
  }
}
