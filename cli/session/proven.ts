import type { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { showSecret } from '#vault/account/prove-person.ts'
import { isProofNeeded } from '#vault/session/vault-error.ts'
import { askPassword } from '../ask.ts'
import type { SignedIn } from './session.ts'

/** What the password of this run became, so that nobody types it twice. */
const typed = new WeakMap<VaultApi, string>()

/** Asks for the password. @returns the key that it unwraps with; @throws {VaultError} `rate_limited` | `offline` */
export async function typedCredentials(session: Pick<SignedIn, 'api' | 'email'>, passwordStdin: boolean) {
  const password = await askPassword(`Password of ${session.email}`, passwordStdin)
  const credentials = await deriveCredentials(session.api, session.email, password)
  typed.set(session.api, credentials.authSecret)
  return credentials
}

/**
 * Does what a session alone must not do: where the server wants more, the password is asked for and the work is done once more.
 * @throws {VaultError} `wrong_password`, `rate_limited`, and what `work` throws
 */
export async function withProof<Result>(
  session: Pick<SignedIn, 'api' | 'email'>,
  { passwordStdin }: { passwordStdin: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isProofNeeded(error)) throw error
    const secret = typed.get(session.api) ?? (await typedCredentials(session, passwordStdin)).authSecret
    await showSecret(session.api, secret)
    return work()
  }
}
