import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'

/**
 * Shows the server that the person is there, and not somebody who found the session: for a while it lets them change how they sign in.
 * @throws {VaultError} `wrong_password`, `rate_limited`
 */
export async function provePerson(api: VaultApi, email: string, password: string): Promise<void> {
  const { authSecret } = await deriveCredentials(api, email, password)
  await api.auth('reauthenticate', { current_password: authSecret })
}
