import type { AuthError, Session } from '@supabase/supabase-js'
import { VaultError } from '#vault/session/vault-error.ts'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { SESSION_KEY } from './access-token.ts'
import { type AccountEvent, emailOf, type SessionNeed } from './account-state.ts'
import { isWithoutPassword, secondFactorOf } from './assurance.ts'
import type { Backend } from '../remote/backend.ts'

/** What opening needs of the page: the auth client, the vault in the worker, and what this browser keeps. */
export type OpeningBackend = {
  auth: Pick<Backend['auth'], 'getSession' | 'signOut' | 'mfa'>
  workers: {
    vault: {
      account: Pick<
        Backend['workers']['vault']['account'],
        'openRemembered' | 'hasVault' | 'open' | 'lock' | 'lockAndClear'
      >
    }
  }
  storage: Pick<Backend['storage'], 'isRemembered' | 'removeItem' | 'remember'>
  config: Pick<Backend['config'], 'captcha'>
}

/** From a session to an open vault, and from there to none. Each step ends in one event for `nextAccount`. */
export class Opening {
  readonly #backend: Promise<OpeningBackend>
  readonly #dispatch: (event: AccountEvent) => void
  /** The person is signing out here; any other end of the session came from elsewhere. */
  #isLeaving = false

  constructor(backend: Promise<OpeningBackend>, dispatch: (event: AccountEvent) => void) {
    this.#backend = backend
    this.#dispatch = dispatch
  }

  need(need: SessionNeed): void {
    this.#dispatch({ type: 'needed', need })
  }

  opened(session: Session, keyFingerprint: string): void {
    this.#dispatch({ type: 'opened', session, keyFingerprint })
  }

  /** True when the account has a second factor that this session has not proven; the page then asks for it. */
  async asksForCode(session: Session): Promise<boolean> {
    const secondFactor = await secondFactorOf((await this.#backend).auth, session)
    if (secondFactor) this.need(secondFactor)
    return secondFactor !== null
  }

  /** With a session but no password: the vault opens by what this device remembers, or waits for the password. */
  async resume(session: Session): Promise<void> {
    const { auth, workers, storage } = await this.#backend
    if (await this.asksForCode(session)) return
    const { account } = workers.vault
    const email = emailOf(session)
    const fingerprint = storage.isRemembered()
      ? await account.openRemembered(session.user.id).catch(() => undefined)
      : undefined
    if (fingerprint) return this.opened(session, fingerprint)
    // Without an answer the usual words are shown; the password is asked for in any case.
    const hasVault = await account.hasVault(session.user.id).catch(() => true)
    if (hasVault) this.need({ kind: 'locked', email, isNew: false })
    else if (await isWithoutPassword(auth, session)) this.need({ kind: 'needs-password', email })
    else this.need({ kind: 'locked', email, isNew: true })
  }

  /** With a password that the worker has stretched: opens the vault, or asks for the recovery kit where there is none yet. */
  async openOrEnrol(session: Session): Promise<void> {
    const { workers, storage } = await this.#backend
    const { account } = workers.vault
    if (await this.asksForCode(session)) return
    if (await account.hasVault(session.user.id)) {
      this.opened(session, await account.open(session.user.id, storage.isRemembered()))
    } else this.need({ kind: 'needs-recovery-kit', email: emailOf(session) })
  }

  /** Removes what an earlier sign-in left on this device, before another one begins. */
  async clearEarlierSignIn(remember: boolean): Promise<void> {
    const { storage, workers } = await this.#backend
    storage.removeItem(SESSION_KEY)
    await workers.vault.account.lock()
    storage.remember(remember)
  }

  readonly captchaOptions = async (): Promise<{ captchaToken?: string }> =>
    (await this.#backend).config.captcha ? { captchaToken: await solveCaptcha('') } : {}

  /** @throws {VaultError} `session_ended` */
  async currentSession(): Promise<Session> {
    const { data } = await (await this.#backend).auth.getSession()
    if (!data.session) throw new VaultError('session_ended', 'Your session has ended.')
    return data.session
  }

  /** Signs out here. @returns why the server could not be asked; the keys are gone all the same. */
  async leave(): Promise<AuthError | null> {
    const { auth, workers } = await this.#backend
    this.#isLeaving = true
    const { data } = await auth.getSession()
    const { error } = await auth.signOut({ scope: 'local' })
    this.#isLeaving = false
    await workers.vault.account.lockAndClear(data.session?.user.id)
    this.#dispatch({ type: 'signed-out' })
    return error
  }

  /** The auth client says that the session is over: by `leave`, or elsewhere. */
  async sessionEnded(): Promise<void> {
    const isEnded = !this.#isLeaving
    const { workers } = await this.#backend
    await workers.vault.account.lockAndClear().catch(() => undefined)
    this.#dispatch({ type: 'signed-out', isEnded })
  }
}
