import { VaultError } from '#vault/session/vault-error.ts'

/**
 * How many seconds the service asks to wait before another try; null when it did not say. The auth client hands on the sentence
 * of a refusal but not its `retry-after`.
 */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof VaultError) || error.code !== 'rate_limited') return null
  const seconds = Number(/after (\d+) seconds/.exec(error.message)?.[1])
  return seconds > 0 ? seconds : null
}
