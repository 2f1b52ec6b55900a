import { LedgerError } from '#ledger/errors.ts'

/** The body of an answer from elsewhere. @throws {LedgerError} `malformed` when it is longer than that. */
export async function readLimited(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new LedgerError('malformed', 'the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** In words for the operator. @param as what answers there, such as `a witness`. */
export function describeFailure(error: unknown, as: string): string {
  if (error instanceof LedgerError) return `it does not answer as ${as} does: ${error.message}`
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `it could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`
}
