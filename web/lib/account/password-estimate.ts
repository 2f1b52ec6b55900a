import { type Remote, wrap } from 'comlink'
// oxlint-disable-next-line import/default -- the bundler answers `?worker&url` with an address
import workerUrl from '../../workers/password.worker.ts?worker&url'
import type { PasswordWorker } from '../../workers/password.worker.ts'
import { startWorker } from '../remote/trusted-worker.ts'

export type { PasswordEstimate, Weakness } from '../../workers/password/estimate-password.ts'

/** How hard a password is to guess, by the number of guesses, as powers of ten. */
export type Strength = 'weak' | 'fair' | 'strong'

/**
 * The rule for new passwords. Refused is only what is shorter or longer than `LIMITS.passwordCharacters`, here and, of passwords that it sees, by
 * the server. What is easy to guess is called weak, with the reason, and accepted: the lists may not have arrived, and a
 * password must not depend on that.
 *
 * At ten thousand guesses a second, 10^10 take twelve days and 10^14 three hundred years
 * (docs/decisions/0073-passwords-are-estimated-where-they-are-typed.md).
 */
export function strengthOf({ guessesLog10 }: { guessesLog10: number }): Strength {
  if (guessesLog10 < 10) return 'weak'
  return guessesLog10 < STRONG_LOG10 ? 'fair' : 'strong'
}
export const STRONG_LOG10 = 14

let started: Promise<Remote<PasswordWorker>> | undefined

/**
 * Judges a password in a worker, which is fetched when the first one is typed. Nothing leaves the browser.
 * @param about what belongs to the person: names, address. @throws when the worker does not start; the next one tries again.
 */
export async function estimatePassword(password: string, about: readonly string[]) {
  started ??= start()
  const worker = await started.catch((error: unknown) => {
    started = undefined
    throw error
  })
  return worker.estimatePassword(password, about)
}

async function start(): Promise<Remote<PasswordWorker>> {
  return wrap<PasswordWorker>(await startWorker(workerUrl))
}
