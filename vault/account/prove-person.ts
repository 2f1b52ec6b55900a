import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'
import { isProofNeeded } from '../session/vault-error.ts'

/**
 * Shows the server that the person is there, and not somebody who found the session: for a while it lets them change how they sign in.
 * @throws {VaultError} `wrong_password`, `rate_limited`
 */
export async function provePerson(api: VaultApi, email: string, password: string): Promise<void> {
  const { authSecret } = await deriveCredentials(api, email, password)
  await showSecret(api, authSecret)
}

/**
 * The same with a password that was typed before and is stretched: nobody is asked once more.
 * @param work is done at once where the sign-in is fresh enough, and otherwise once more after the server has taken the password.
 */
export async function withPersonProven<Result>(
  api: VaultApi,
  authSecret: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isProofNeeded(error)) throw error
    await showSecret(api, authSecret)
    return work()
  }
}

/** The same with what the password becomes. @throws {VaultError} `wrong_password`, `rate_limited` */
export async function showSecret(api: VaultApi, authSecret: string): Promise<void> {
  await api.auth('reauthenticate', { current_password: authSecret })
}
