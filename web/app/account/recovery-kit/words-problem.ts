import { type AccountClient, type RecoveryWordsProblem, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'

/** The typed words are wrong in a way that can be shown. */
class WordsProblem extends Error {
  readonly problem: RecoveryWordsProblem

  constructor(problem: RecoveryWordsProblem) {
    super(problem.outcome)
    this.problem = problem
  }
}

/** Looks for typing errors before anything is derived. @throws what `sentenceForWords` has a sentence for */
export async function requireWords(account: AccountClient, words: string): Promise<void> {
  const problem = await account.checkRecoveryWords(words)
  if (problem) throw new WordsProblem(problem)
}

/** What is wrong with typed recovery words; null when `error` is about something else. */
export function sentenceForWords(error: Error | null): string | null {
  if (error instanceof VaultError && error.code === 'wrong_recovery_phrase') return sentenceFor(error)
  if (!(error instanceof WordsProblem)) return null
  const text = m.account.recover.problems
  const { problem } = error
  if (problem.outcome === 'wrong_count') return text.count(problem.count)
  if (problem.outcome === 'unknown_word') return text.unknown(problem.word, problem.position)
  return text.checksum
}
