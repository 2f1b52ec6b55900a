import { emailOf } from './account-state.ts'
import type { AccountClient } from './account-types.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Opening } from './opening.ts'
import { notePassword } from './password-length.ts'
import { createPasswordSessions } from './password-session.ts'
import type { Backend } from '../remote/backend.ts'
import { signUp } from './sign-up.ts'

type SignIn = Pick<AccountClient, 'signUp' | 'signIn' | 'resendConfirmation' | 'unlock'>

/** Sign-up, sign-in by password, and the password after a reload. */
export function createSignIn(backend: Promise<Backend>, opening: Opening): SignIn {
  const passwords = createPasswordSessions(backend, opening.captchaOptions)

  return {
    async signUp(input) {
      const { salt } = await signUp(await backend, input, await opening.captchaOptions())
      passwords.noteSignUp({ email: input.email.trim().toLowerCase(), salt })
    },

    async signIn({ email, password, stay }) {
      await opening.clearEarlierSignIn()
      const session = await passwords.start(email.trim().toLowerCase(), password)
      notePassword(password)
      await opening.choose(stay)
      await opening.openOrEnrol(session)
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
        await opening.openOrEnrol(session, stay)
        return notePassword(password)
      }
      // Without a vault nothing here can tell a wrong password, so the server has to.
      const started = await passwords.start(emailOf(session), password)
      await opening.choose(stay)
      await opening.openOrEnrol(started)
    },
  }
}
