const answers = new Map<string, Promise<boolean>>()

/**
 * Asks once per process whether the platform really does what its names promise. A platform can know an algorithm's
 * name and still refuse a key format, or take an option and ignore it, so the question is a round trip with a checked
 * answer, never `SubtleCrypto.supports`.
 *
 * @param name    what is asked, the cache key.
 * @param attempt true when the result was right; throwing counts as "no".
 */
export function probe(name: string, attempt: () => Promise<boolean>): Promise<boolean> {
  const known = answers.get(name)
  if (known) return known

  const answer = attempt().catch(() => false)
  answers.set(name, answer)
  return answer
}
