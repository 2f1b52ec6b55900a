import type { Session } from '@supabase/supabase-js'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Backend } from '../remote/backend.ts'
import { VaultError } from '#vault/session/vault-error.ts'

type CaptchaOptions = { captchaToken?: string }
type PasswordSessions = {
  /** Signs in with the password. @throws {VaultError} */
  start: (email: string, password: string) => Promise<Session>
  /** An address that was signed up on this page, and the salt of its password. */
  noteSignUp: (signedUp: { email: string; salt: string }) => void
}

/** Sessions by password. */
export function createPasswordSessions(
  backend: Promise<Backend>,
  captchaOptions: () => Promise<CaptchaOptions>,
): PasswordSessions {
  let waiting: { email: string; salt: string } | undefined

  return {
    noteSignUp(signedUp) {
      waiting = signedUp
    },

    async start(email, password) {
      const { auth, workers } = await backend
      const [authSecret, options] = await Promise.all([workers.vault.account.derive(email, password), captchaOptions()])
      const { data, error } = await withPaidRetry(options, (more) =>
        auth.signInWithPassword({ email, password: authSecret, options: more }),
      )
      if (!error) return data.session
      // For an address that is not confirmed the server invents the parameters, so it cannot say that the password was right.
      const isWaiting = waiting?.email === email && !(await workers.vault.account.isStretchedWith(waiting.salt))
      if (isWaiting && error.code === 'invalid_credentials') {
        throw new VaultError('email_not_confirmed', 'Confirm your address first.', { cause: error })
      }
      throw fromAuth(error)
    },
  }
}

const USED_UP = new Set(['over_request_rate_limit', 'over_email_send_rate_limit'])

/** Sends once more with a proof of work when it was refused: somebody else may have used up the tries of the account. */
export async function withPaidRetry<Answer extends { error: { code?: string | undefined } | null }>(
  options: CaptchaOptions,
  send: (options: CaptchaOptions) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(options)
  if (!USED_UP.has(answer.error?.code ?? '') || options.captchaToken !== undefined) return answer
  return send({ captchaToken: await solveCaptcha('') })
}
