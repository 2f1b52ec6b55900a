import { pause } from './retry.ts'

/** In all. With what the server asks to wait, a restart of its database fits in. */
const TRIES = 3
/** Who would be kept waiting for longer is better served with an error. */
const LONGEST_WAIT_SECONDS = 10
/** rest/v1: the request had not begun when the server gave up, so that even a change can be sent again. */
const NOT_BEGUN = 'PGRST003'

type Asked = { method?: string; path: string; signal?: AbortSignal | null; body?: unknown }

/**
 * Sends a request again that the server could not serve at the moment (503 with `Retry-After`), where that does no harm: nothing is changed by
 * it, or the server says that nothing was. Content of files is left to `withRetry`, which waits for longer and shows that it does.
 */
export async function askAgain(asked: Asked, send: () => Promise<Response>): Promise<Response> {
  for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
    const response = await send()
    const waitSeconds = triesLeft > 0 && response.status === 503 ? waitOf(response) : undefined
    if (waitSeconds === undefined || !(await mayRepeat(asked, response))) return response
    void response.body?.cancel().catch(() => undefined)
    await pause(waitSeconds * 1000, asked.signal ?? NEVER)
  }
}

const NEVER = new AbortController().signal

/** Undefined when the server does not ask to come back, or only after long. */
function waitOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Infinity
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined
}

async function mayRepeat({ method = 'GET', path, body }: Asked, response: Response): Promise<boolean> {
  if (path.startsWith('/storage/v1/') || body instanceof ReadableStream) return false
  if (method === 'GET' || method === 'HEAD') return true
  if (!path.startsWith('/rest/v1/')) return false
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === NOT_BEGUN
}
