import type { Challenge } from 'altcha-lib/types'
import { VaultError } from './vault-error.ts'

/**
 * Solves the proof of work of a server that asks for one. Takes about half a second of WebCrypto, off the main thread.
 * @param baseUrl origin of the server; empty for the one that served the page.
 * @returns the token that goes with the request.
 * @throws {VaultError} `offline`
 */
export async function solveCaptcha(baseUrl: string): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, response] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    fetch(`${baseUrl}/auth/v1/captcha`, { cache: 'no-store' }).catch((cause: unknown) => {
      throw new VaultError('offline', 'The server could not be reached.', { cause })
    }),
  ])
  if (!response.ok) throw new VaultError('unexpected', 'The server gave no challenge.')
  const challenge = (await response.json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new VaultError('unexpected', 'The challenge could not be solved.')
  return btoa(JSON.stringify({ challenge, solution }))
}
