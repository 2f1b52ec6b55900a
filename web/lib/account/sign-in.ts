import { emailOf } from './account-state.ts'
import type { AccountClient } from './account-types.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Opening } from './opening.ts'
import { createPasswordSessions } from './password-session.ts'
import { withoutSpaces } from './protection/protection-client.ts'
import type { Backend } from '../remote/backend.ts'
import { signUp } from './sign-up.ts'

type SignIn = Pick<
  AccountClient,
  | 'signUp'
  | 'signIn'
  | 'proveSecondFactor'
  | 'sendConfirmationCode'
  | 'confirmByCode'
  | 'askToConfirm'
  | 'resendConfirmation'
  | 'unlock'
>

/** Sign-up, sign-in by password, the second factor, and the password after a reload. */
export function createSignIn(backend: Promise<Backend>, opening: Opening): SignIn {
  const passwords = createPasswordSessions(backend, opening.captchaOptions)
  /** With the password where it was typed a moment ago. */
  const continueOpening = async ({ vault }: Backend['workers']): Promise<void> => {
    const session = await opening.currentSession()
    if (await vault.account.isPasswordKnown()) await opening.openOrEnrol(session)
    else await opening.resume(session)
  }

  return {
    async signUp(input) {
      const { salt } = await signUp(await backend, input, await opening.captchaOptions())
      passwords.noteSignUp({ email: input.email.trim().toLowerCase(), salt })
    },

    async signIn({ email, password, stay }) {
      await opening.clearEarlierSignIn()
      const session = await passwords.start(email.trim().toLowerCase(), password)
      await opening.choose(stay)
      await opening.openOrEnrol(session)
    },

    async proveSecondFactor(proof) {
      const { auth, workers } = await backend
      const { error } =
        proof.kind === 'app'
          ? await auth.mfa.challengeAndVerify({ factorId: proof.factorId, code: withoutSpaces(proof.code) })
          : await auth.mfa.recoveryCodes.verify({ code: proof.code })
      if (error) throw fromAuth(error)
      await continueOpening(workers)
    },

    async sendConfirmationCode() {
      await (await backend).workers.vault.account.sendConfirmationCode()
    },

    async confirmByCode(code) {
      const { workers } = await backend
      await workers.vault.account.confirmByCode(code)
      await continueOpening(workers)
    },

    async askToConfirm() {
      await opening.asksToConfirm(await opening.currentSession())
    },

    async resendConfirmation(email) {
      const { auth } = await backend
      const { error } = await auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}/login`, ...(await opening.captchaOptions()) },
      })
      if (error) throw fromAuth(error)
    },

    async unlock(password, stay) {
      const session = await opening.currentSession()
      const { workers } = await backend
      if (await workers.vault.account.hasVault(session.user.id)) {
        await workers.vault.account.derive(emailOf(session), password)
        return opening.openOrEnrol(session, stay)
      }
      // Without a vault nothing here can tell a wrong password, so the server has to.
      const started = await passwords.start(emailOf(session), password)
      await opening.choose(stay)
      await opening.openOrEnrol(started)
    },
  }
}
