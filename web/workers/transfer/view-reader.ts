import type { VaultApi } from '#vault/session/api.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'
import { type RangeReader, createRangeReader } from '#vault/transfer/open-range.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** Plaintext bytes in one answer: a player starts after one request, and memory holds a few of them at most. */
const VIEW_SPAN_BYTES = 2 << 20

type View = { reader: RangeReader; controller: AbortController }
const views = new Map<string, View>()

export function openView(api: VaultApi, ticket: string, keys: ContentKeys): void {
  views.set(ticket, { reader: createRangeReader(api, keys), controller: new AbortController() })
}

/** Verified plaintext from `from` on, up to `to` but no more than `VIEW_SPAN_BYTES`. @throws {VaultError} */
export async function readView(ticket: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const view = views.get(ticket)
  if (!view) throw new VaultError('not_found', 'This preview has ended.')
  const bytes = await view.reader.read(from, Math.min(to, from + VIEW_SPAN_BYTES), view.controller.signal)
  // A copy of its own: the rest of the segments does not travel along.
  return bytes.slice()
}

export function closeView(ticket: string): void {
  views.get(ticket)?.controller.abort(new DOMException('the preview was closed', 'AbortError'))
  views.delete(ticket)
}
