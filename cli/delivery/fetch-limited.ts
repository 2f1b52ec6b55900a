/** For one file: a server that never ends an answer is no reason to wait for ever. */
const LONGEST_MS = 30_000

/** Encodings that browsers ask for. Each may bring other content. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export type Answer = { status: number; headers: Headers; content: Buffer }
/** Why there is no answer, as a person reads it; another one than was built, or none. */
export type NoAnswer = { kind: 'differs' | 'missing'; problem: string }

export type Asking = { encoding: Encoding; limitBytes: number; signal: AbortSignal }

/** A connection that was kept may end just as it is used again; that is no word about the file. */
const TRIES = 2
const ENDED = ['ECONNRESET', 'UND_ERR_SOCKET']

/**
 * Asks as a browser that opens a page: addresses without a document answer programs with JSON.
 *
 * @param limitBytes of the content without its encoding; what is longer is not read to its end
 * @throws the reason of `signal`, when that aborts
 */
export async function fetchLimited(address: string, { signal, ...asking }: Asking): Promise<Answer | NoAnswer> {
  const late = AbortSignal.timeout(LONGEST_MS)
  const either = AbortSignal.any([signal, late])
  for (let left = TRIES; ;) {
    try {
      return await askOnce(address, { ...asking, signal: either })
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) return { kind: 'missing', problem: `did not end within ${LONGEST_MS / 1000} seconds` }
      const reason = reasonOf(error)
      if (!ENDED.includes(reason) || --left === 0) return { kind: 'missing', problem: `not delivered (${reason})` }
    }
  }
}

async function askOnce(address: string, { encoding, limitBytes, signal }: Asking): Promise<Answer | NoAnswer> {
  const headers = { accept: 'text/html,*/*', 'accept-encoding': encoding, 'cache-control': 'no-cache' }
  const response = await fetch(address, { headers, redirect: 'manual', signal })
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    // Leaving the loop ends the connection.
    if (bytes > limitBytes) return { kind: 'differs', problem: `is longer than ${limitBytes} bytes` }
    pieces.push(piece)
  }
  return { status: response.status, headers: response.headers, content: Buffer.concat(pieces) }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? error.message
}
