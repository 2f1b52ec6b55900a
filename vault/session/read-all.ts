import { z } from 'zod'
import type { VaultApi } from './api.ts'

/** Rows of one answer; the server gives no more than `REST_MAX_ROWS`, a thousand unless it is set otherwise. */
const ROWS_AT_ONCE = 500

/**
 * All rows of a list that may be longer than one answer. Rows that come or go meanwhile may be missed or come twice, as in any list
 * that is read in steps.
 *
 * @param path table or `rpc/name`, with a query that orders by something no two rows share.
 * @param body of a function that takes parameters.
 * @param rowsAtOnce fewer where a row can be large: an answer has a limit of bytes as well.
 * @throws {VaultError}
 */
export async function readAll<T>(
  api: VaultApi,
  shape: z.ZodType<T>,
  path: string,
  body?: unknown,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const page = `${path}&limit=${rowsAtOnce}&offset=${all.length}`
    const answer = await (body === undefined ? api.rest(page) : api.rest(page, { method: 'POST', body }))
    const some = z.array(shape).parse(answer)
    all.push(...some)
    if (some.length < rowsAtOnce) return all
  }
}
