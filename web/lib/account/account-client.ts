import type { AuthError, Session } from '@supabase/supabase-js'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { isWithoutPassword, secondFactorOf } from './assurance.ts'
import { fromAuth, fromPasskey, isSessionOver } from './auth-refusal.ts'
import { SESSION_KEY } from './access-token.ts'
import type { Backend } from '../remote/backend.ts'
import { claimInviter, forgetInviter } from './invitation.ts'
import { withoutSpaces } from './protection-client.ts'
import { emailOf, firstNameOf } from './session-owner.ts'
import { saveProfile } from './save-profile.ts'
import { createPasswordSessions, withPaidRetry } from './password-session.ts'
import { createSignInWays, takeReturn } from './sign-in-ways.ts'
import { signUp } from './sign-up.ts'
import { createStore } from '../remote/store.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountClient, AccountState } from './account-types.ts'
import type { FailedReturn } from './sign-in-ways.ts'

/** Sign-in, unlock and sign-out: the session and the keys are opened together and end together. */
export function createAccount(backend: Promise<Backend>): AccountClient {
  const state = createStore<AccountState>({ kind: 'loading' })
  /** The invitation whose token was used already. */
  let joined: string | undefined
  /** The person is signing out here; any other end of the session came from elsewhere. */
  let isLeaving = false
  const passwords = createPasswordSessions(backend, captchaOptions)
  const back = takeReturn()
  const { finish, ...ways } = createSignInWays(backend, { startAfresh, captchaOptions, goOn: resume })
  const arrival = restore().catch(() => {
    state.write({ kind: 'signed-out' })
    return null
  })

  async function restore(): Promise<'signed-in' | FailedReturn | null> {
    const { auth, workers } = await backend
    auth.onAuthStateChange((event, session) => {
      if (event === 'USER_UPDATED' && session) rename(session)
      if (event === 'SIGNED_OUT') {
        const isEnded = !isLeaving
        void workers.vault.account
          .lockAndClear()
          .catch(() => undefined)
          .then(() => state.write({ kind: 'signed-out', isEnded }))
      }
    })
    const came = back && (await finish(back))
    if (came === 'signed-in') return came
    const { data } = await auth.getSession()
    if (data.session) await resume(data.session)
    else state.write(came === null ? { kind: 'signed-out' } : { kind: 'signed-out', elsewhere: came })
    return came
  }

  /** With a session but no password: the vault opens by what this device remembers, or waits for the password. */
  async function resume(session: Session): Promise<void> {
    const { workers, storage } = await backend
    if (await asksForCode(session)) return
    const fingerprint = storage.isRemembered()
      ? await workers.vault.account.openRemembered(session.user.id).catch(() => undefined)
      : undefined
    if (fingerprint) openWith(session, fingerprint)
    // Without an answer the usual words are shown; the password is asked for in any case.
    else if (await workers.vault.account.hasVault(session.user.id).catch(() => true)) {
      state.write({ kind: 'locked', email: emailOf(session), isNew: false })
    } else if (await isWithoutPassword((await backend).auth, session)) {
      state.write({ kind: 'needs-password', email: emailOf(session) })
    } else state.write({ kind: 'locked', email: emailOf(session), isNew: true })
  }

  /** True when the account has a second factor that this session has not proven; the page then asks for it. */
  async function asksForCode(session: Session): Promise<boolean> {
    const asked = await secondFactorOf((await backend).auth, session)
    if (asked) state.write(asked)
    return asked !== null
  }

  /** What an earlier sign-in left on this device goes before another one begins. */
  async function startAfresh(remember: boolean): Promise<void> {
    const { storage, workers } = await backend
    storage.removeItem(SESSION_KEY)
    await workers.vault.account.lock()
    storage.remember(remember)
  }

  /** The person changed their name; everything else stays as it is. */
  function rename(session: Session): void {
    const current = state.read()
    if (current.kind === 'open') state.write({ ...current, firstName: firstNameOf(session) })
  }

  const openWith = (session: Session, keyFingerprint: string) => state.write(openState(session, keyFingerprint))

  async function openOrEnrol(session: Session): Promise<void> {
    const { workers, storage } = await backend
    if (await asksForCode(session)) return
    if (!(await workers.vault.account.hasVault(session.user.id))) {
      return state.write({ kind: 'needs-recovery-kit', email: emailOf(session) })
    }
    openWith(session, await workers.vault.account.open(session.user.id, storage.isRemembered()))
  }

  async function captchaOptions(): Promise<{ captchaToken?: string }> {
    return (await backend).config.captcha ? { captchaToken: await solveCaptcha('') } : {}
  }

  async function leave(): Promise<AuthError | null> {
    const { auth, workers } = await backend
    isLeaving = true
    const { error } = await auth.signOut({ scope: 'local' })
    isLeaving = false
    await workers.vault.account.lockAndClear()
    state.write({ kind: 'signed-out' })
    return error
  }

  async function currentSession(): Promise<Session> {
    const { data } = await (await backend).auth.getSession()
    if (!data.session) throw new VaultError('session_ended', 'Your session has ended.')
    return data.session
  }

  return {
    state,
    arrival,
    ...ways,
    saveProfile: async (profile) => saveProfile(await backend, profile),

    async signUp(input) {
      const { salt } = await signUp(await backend, input, await captchaOptions())
      passwords.noteSignUp({ email: input.email.trim().toLowerCase(), salt })
    },

    async signIn({ email, password, remember }) {
      await startAfresh(remember)
      await openOrEnrol(await passwords.start(email.trim().toLowerCase(), password))
    },

    async signInWithPasskey({ remember }) {
      await startAfresh(remember)
      const { auth } = await backend
      const { data, error } = await auth.signInWithPasskey({ options: await captchaOptions() })
      if (error) throw fromPasskey(error)
      if (!data.session) throw new VaultError('passkey_stopped', 'No passkey was used.')
      await resume(data.session)
    },

    async proveSecondFactor(proof) {
      const { auth, workers } = await backend
      const { error } =
        proof.kind === 'app'
          ? await auth.mfa.challengeAndVerify({ factorId: proof.factorId, code: withoutSpaces(proof.code) })
          : await auth.mfa.recoveryCodes.verify({ code: proof.code })
      if (error) throw fromAuth(error)
      const session = await currentSession()
      if (await workers.vault.account.isPasswordKnown()) await openOrEnrol(session)
      else await resume(session)
    },

    async resendConfirmation(email) {
      const { auth } = await backend
      const { error } = await auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}/login`, ...(await captchaOptions()) },
      })
      if (error) throw fromAuth(error)
    },

    async unlock(password) {
      const session = await currentSession()
      const { workers } = await backend
      if (await workers.vault.account.hasVault(session.user.id)) {
        await workers.vault.account.derive(emailOf(session), password)
        return openOrEnrol(session)
      }
      // Without a vault nothing here can tell a wrong password, so the server has to.
      await openOrEnrol(await passwords.start(emailOf(session), password))
    },

    async sendRecovery(email) {
      const { auth } = await backend
      const redirectTo = `${location.origin}/forgot-password`
      const options = await captchaOptions()
      const { error } = await withPaidRetry(options, (more) =>
        auth.resetPasswordForEmail(email, { redirectTo, ...more }),
      )
      if (error) throw fromAuth(error)
    },

    async acceptRecovery({ accessToken, refreshToken }) {
      const { auth, workers } = await backend
      await workers.vault.account.lock()
      const { data, error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
      if (error) throw fromAuth(error)
      if (!data.session) throw new VaultError('link_expired', 'The link carries no session.')
      if (await asksForCode(data.session)) return
      state.write({ kind: 'locked', email: emailOf(data.session) })
    },

    async endLinkSession(accessToken) {
      const { error } = await (await backend).auth.admin.signOut(accessToken, 'local')
      if (error) throw fromAuth(error)
    },

    hasVault: async () => (await backend).workers.vault.account.hasVault((await currentSession()).user.id),

    checkRecoveryWords: async (words) => (await backend).workers.vault.account.checkRecoveryWords(words),

    async recover({ proof, password }) {
      const session = await currentSession()
      const { auth, workers, storage } = await backend
      const { authSecret, fields } = await workers.vault.account.prepareRecovery(session.user.id, proof, password)
      // The auth client sends what it is given; `vault` is the part of this wire that it has no type for.
      const changes = { password: authSecret, vault: fields }
      const { error } = await auth.updateUser(changes)
      if (error) throw fromAuth(error)
      if (proof.by === 'no-vault') {
        state.write({ kind: 'needs-recovery-kit', email: emailOf(session) })
        return { endsAgreement: false }
      }
      const { keyFingerprint, endsAgreement } = await workers.vault.account.finishRecovery(
        session.user.id,
        storage.isRemembered(),
      )
      openWith(session, keyFingerprint)
      return { endsAgreement }
    },

    async join({ token, password, firstName, lastName }) {
      const { auth, workers, storage } = await backend
      if (joined !== token) {
        // What an earlier sign-in left on this device goes first.
        await workers.vault.account.lock()
        storage.remember(false)
        const { error } = await auth.verifyOtp({ type: 'invite', token_hash: token })
        if (error) throw fromAuth(error)
        joined = token
      }
      const session = await currentSession()
      const { authSecret, fields } = await workers.vault.account.prepareRecovery(
        session.user.id,
        { by: 'no-vault' },
        password,
      )
      const data = { first_name: firstName, last_name: lastName }
      const { error } = await auth.updateUser({ password: authSecret, data, vault: fields } as { password: string })
      if (error) throw fromAuth(error)
      await workers.vault.team.nameMyself(session.user.id, { firstName, lastName })
      state.write({ kind: 'needs-recovery-kit', email: emailOf(session) })
    },

    async prepareRecoveryKit(inviter) {
      const session = await currentSession()
      return (await backend).workers.vault.account.prepareRecoveryKit(session.user.id, inviter)
    },

    async finishRecoveryKit(hasInviter) {
      const session = await currentSession()
      const { workers, storage } = await backend
      const fingerprint = await workers.vault.account.finishRecoveryKit(session.user.id, storage.isRemembered())
      if (hasInviter) claimInviter(session.user.id)
      else forgetInviter()
      openWith(session, fingerprint)
    },

    async deleteAccount(password) {
      const { workers } = await backend
      await workers.vault.protection.deleteAccount(password)
      // The session is gone on the server already; what is left of it here goes now.
      await leave()
    },

    async lock() {
      // Nothing that waits for the network comes before the keys go: without a connection an ended session cannot be renewed.
      await (await backend).workers.vault.account.lock()
      const current = state.read()
      if (current.kind === 'open') state.write({ kind: 'locked', email: current.email })
    },

    async signOut() {
      const error = await leave()
      if (error) throw fromAuth(error)
    },

    async forgetDevice() {
      const { workers } = await backend
      await workers.vault.account.forgetRememberedKeys()
      await leave()
    },

    async leaveIfEnded() {
      const { auth } = await backend
      if (state.read().kind !== 'signed-out' && (await isSessionOver(auth))) await auth.signOut({ scope: 'local' })
    },
  }
}

function openState(session: Session, keyFingerprint: string): AccountState {
  const { id: userId } = session.user
  return { kind: 'open', email: emailOf(session), userId, firstName: firstNameOf(session), keyFingerprint }
}
