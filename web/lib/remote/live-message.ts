const KINDS = ['files', 'sharing', 'spaces', 'notices', 'requests'] as const
/** Which lists of the person may have changed. `all`: what happened meanwhile is not known. */
export type Hint = (typeof KINDS)[number] | 'all'

/**
 * What the server says over the WebSocket of live lists. Whatever is not one of the words that are known is nothing.
 *
 * @param data of one message; not trusted
 */
export function readMessage(data: unknown): Hint | 'joined' | 'refused' | undefined {
  const { event, payload } = fieldsOf(parse(data))
  const { status, data: change } = fieldsOf(payload)
  if (event === 'phx_close' || event === 'phx_error') return 'refused'
  if (event === 'phx_reply' && status === 'error') return 'refused'
  if (event === 'system') return readSystem(fieldsOf(payload))
  if (event !== 'postgres_changes') return undefined
  const { kind } = fieldsOf(fieldsOf(change)['record'])
  return KINDS.find((known) => known === kind)
}

function readSystem({ status, extension }: Record<string, unknown>): 'all' | 'joined' | 'refused' {
  // After its database was away, the server says once more that the subscription stands.
  if (status === 'ok') return 'joined'
  // Some changes were left out. To connect again would make it worse for a server that is busy.
  return extension === 'postgres_changes' ? 'all' : 'refused'
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
