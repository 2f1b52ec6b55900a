import type { AuthError, Session } from '@supabase/supabase-js'
import { VaultError } from '#vault/session/vault-error.ts'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { type AccountEvent, emailOf, type SessionNeed } from './account-state.ts'
import { appsOf, isWithoutPassword, secondFactorOf } from './assurance.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Backend } from '../remote/backend.ts'
import type { Keep } from '../../workers/device/device-key.ts'
import { passwordLength } from './password-length.ts'
import { readSession, SESSION_KEY, storedUser } from './session/stored-session.ts'
import type { Stay } from './session/stay.ts'

/** What opening needs of the page: the auth client, the vault in the worker, and what this browser keeps. */
export type OpeningBackend = {
  auth: Pick<Backend['auth'], 'askAgain' | 'getSession' | 'setSession' | 'signOut' | 'mfa'>
  workers: {
    vault: {
      account: Pick<
        Backend['workers']['vault']['account'],
        | 'openRemembered'
        | 'openByPasskey'
        | 'isPasskeyPresented'
        | 'dropPresented'
        | 'hasVault'
        | 'open'
        | 'lock'
        | 'lockAndClear'
        | 'dropKeys'
        | 'confirmation'
      >
    }
  }
  storage: Pick<Backend['storage'], 'getItem' | 'release' | 'removeItem' | 'chooseStay'>
  keeping: Backend['keeping']
  reads: Pick<Backend['reads'], 'end' | 'begin'>
  siblings: Pick<Backend['siblings'], 'tell'>
  config: Pick<Backend['config'], 'captcha'>
}

const always = (): boolean => true

const HELD: ReadonlySet<string> = new Set(['confirmation_needed', 'sign_in_way_required', 'second_factor_required'])
/** The session is good, and the server waits for more. */
const isHeld = (error: unknown): boolean => error instanceof VaultError && HELD.has(error.code)

/** From a session to an open vault, and from there to none. Each step ends in one event for `nextAccount`. */
export class Opening {
  readonly #backend: Promise<OpeningBackend>
  readonly #dispatch: (event: AccountEvent) => void
  /** The person is signing out here; any other end of the session came from elsewhere. */
  #shut: 'suspended' | 'leaving' | undefined
  #isLeaving = false
  #locks = 0
  #endings = 0
  readonly #running = new Set<Promise<unknown>>()

  constructor(backend: Promise<OpeningBackend>, dispatch: (event: AccountEvent) => void) {
    this.#backend = backend
    this.#dispatch = dispatch
  }

  need(need: SessionNeed): void {
    this.#dispatch({ type: 'needed', need })
  }

  /** Somebody locked the vault, here or in another tab: what is just opening must not stay open. */
  noteLock(): void {
    this.#locks += 1
  }

  /** The session that this page has gives way to another. Waits for what is just opening, whose keys go again. */
  async endEarlier(): Promise<void> {
    this.#endings += 1
    await Promise.allSettled(this.#running)
  }

  /**
   * The vault is open when `open` resolves, unless somebody locked it meanwhile or the session ended; then the keys go again.
   * @param open undefined where it opens nothing. @returns the same.
   */
  async opens(
    session: Session,
    open: () => Promise<string | undefined>,
    isWanted = always,
  ): Promise<string | undefined> {
    const isCurrent = this.#untilEnding(isWanted)
    const locks = this.#locks
    const running = (async () => {
      const fingerprint = await open()
      if (fingerprint === undefined) return undefined
      const { siblings, workers } = await this.#backend
      if (this.#locks === locks && isCurrent()) {
        this.#dispatch({ type: 'opened', session, keyFingerprint: fingerprint })
        siblings.tell('unlocked')
        return fingerprint
      }
      // The browser may have kept the key after it was to forget it.
      await (this.#locks === locks ? workers.vault.account.dropKeys() : workers.vault.account.lock())
      this.#dispatch({ type: 'locked' })
      if (isCurrent()) this.need({ kind: 'locked', email: emailOf(session) })
      return fingerprint
    })()
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  #cut(): void {
    this.#locks += 1
    this.#endings += 1
  }

  /** @returns whether the session of now has not ended, and `isWanted`. */
  #untilEnding(isWanted: () => boolean): () => boolean {
    const endings = this.#endings
    return () => this.#endings === endings && isWanted()
  }

  /** True when the account has a second factor that this session has not proven; the page then asks for it. */
  async asksForCode(session: Session, isWanted = always): Promise<boolean> {
    const secondFactor = await secondFactorOf((await this.#backend).auth, session)
    if (secondFactor && isWanted()) this.need(secondFactor)
    return secondFactor !== null
  }

  /**
   * True when the server holds this session, because something unusual was noticed, or because the organisation requires a second factor or another
   * way to sign in; the page then asks its person for it.
   */
  async asksToConfirm(session: Session, isWanted = always): Promise<boolean> {
    const { account } = (await this.#backend).workers.vault
    // Without an answer the next call says what is wrong.
    const found = await account.confirmation().catch(() => undefined)
    if (!found) return false
    if (!isWanted()) return true
    const email = emailOf(session)
    if (found.kind === 'factor') {
      this.need({ ...found, kind: 'needs-factor', email })
    } else {
      const { reasons, takesPassword, onlyFactorUntil } = found
      const apps = appsOf(session)
      this.need({ kind: 'needs-confirmation', email, reasons, apps, takesPassword, onlyFactorUntil })
    }
    return true
  }

  /**
   * With a session but no password: the vault opens by what this browser keeps, or waits for the password.
   * @param stillWanted asked at the end: whether the page still waits for it.
   */
  async resume(session: Session, stillWanted = always): Promise<void> {
    const isWanted = this.#untilEnding(stillWanted)
    const { auth, workers, keeping } = await this.#backend
    if (await this.asksForCode(session, isWanted)) return
    const { account } = workers.vault
    const email = emailOf(session)
    const { id } = session.user
    let refusal: unknown
    const note = (error: unknown) => {
      refusal = error
      return undefined
    }
    const recall = () => keeping.recall((keep) => account.openRemembered(id, keep)).catch(note)
    if (await this.opens(session, recall, isWanted)) return account.dropPresented()
    if (!isWanted()) return
    if (isHeld(refusal) && (await this.asksToConfirm(session, isWanted))) return
    if ((await account.isPasskeyPresented()) && (await this.#opensByPasskey(session))) return
    // Without an answer the usual words are shown; the password is asked for in any case.
    const hasVault = (await account.hasVault(id).catch(note)) ?? true
    if (isHeld(refusal) && (await this.asksToConfirm(session, isWanted))) return
    const isWithout = !hasVault && (await isWithoutPassword(auth, session))
    if (!isWanted()) return
    if (isWithout) this.need({ kind: 'needs-password', email })
    else this.need({ kind: 'locked', email, isNew: !hasVault })
  }

  /** With a passkey that was presented to the worker. @throws {VaultError} `passkey_opens_nothing` */
  async openByPasskey(session: Session, stay?: Stay): Promise<void> {
    const { account } = (await this.#backend).workers.vault
    try {
      await this.#opensAs(session, stay, (keep) => account.openByPasskey(session.user.id, keep))
    } finally {
      // It may have failed before the worker was asked.
      await account.dropPresented()
    }
  }

  /** @param stay a choice that is made with this opening, and counts when it succeeds. */
  async #opensAs(session: Session, stay: Stay | undefined, open: (keep: Keep) => Promise<string>): Promise<void> {
    const { storage, keeping } = await this.#backend
    await this.opens(session, async () => {
      const fingerprint = await open(await keeping.forOpening(stay))
      if (stay) storage.chooseStay(stay)
      return fingerprint
    })
  }

  /** Signing in by a passkey opens the vault where the passkey can; elsewhere the page asks for the password as before. */
  async #opensByPasskey(session: Session): Promise<boolean> {
    return this.openByPasskey(session).then(
      () => true,
      () => false,
    )
  }

  /** The session of these tokens becomes that of this browser, whoever signed in to it before. @throws {VaultError} */
  async adopt(tokens: { access_token: string; refresh_token: string }): Promise<Session | null> {
    const { auth, storage } = await this.#backend
    await this.endEarlier()
    storage.release()
    const { data, error } = await auth.setSession(tokens)
    if (error) throw fromAuth(error)
    return data.session
  }

  /** With a password that the worker has stretched: opens the vault, or asks for the recovery kit where there is none yet. */
  async openOrEnrol(session: Session, stay?: Stay): Promise<void> {
    const { workers } = await this.#backend
    const { account } = workers.vault
    if (await this.asksForCode(session)) return
    try {
      if (await account.hasVault(session.user.id)) {
        await this.#opensAs(session, stay, (keep) => account.open(session.user.id, keep))
      } else this.need({ kind: 'needs-recovery-kit', email: emailOf(session) })
    } catch (error) {
      if (!isHeld(error) || !(await this.asksToConfirm(session))) throw error
    }
  }

  /** Removes what an earlier sign-in left on this device, before another one begins. */
  async clearEarlierSignIn(): Promise<void> {
    const { storage, workers } = await this.#backend
    await this.endEarlier()
    storage.release()
    storage.removeItem(SESSION_KEY)
    await workers.vault.account.lock()
  }

  /** After the server has accepted who signs in: a choice with a wrong password is none. */
  async choose(stay: Stay): Promise<void> {
    const { storage } = await this.#backend
    storage.chooseStay(stay)
  }

  readonly captchaOptions = async (): Promise<{ captchaToken?: string }> =>
    (await this.#backend).config.captcha ? { captchaToken: await solveCaptcha('') } : {}

  /** @throws {VaultError} `session_ended`, `offline` */
  async currentSession(): Promise<Session> {
    const { auth } = await this.#backend
    auth.askAgain()
    const session = await readSession(auth)
    if (!session) throw new VaultError('session_ended', 'Your session has ended.')
    return session
  }

  /** Signs out here. @returns why the server could not be asked; the keys are gone all the same. */
  async leave(): Promise<AuthError | null> {
    const { auth, workers, siblings, keeping, storage, reads } = await this.#backend
    // From the device: a token that ran out cannot be renewed without a connection.
    const signedOut = storedUser(storage)?.id
    this.#isLeaving = true
    keeping.forget()
    this.#cut()
    siblings.tell('left')
    try {
      await reads.end()
      const { error } = await auth.signOut({ scope: 'local' })
      await workers.vault.account.lockAndClear(signedOut)
      return error
    } finally {
      this.#isLeaving = false
      passwordLength.write(null)
      this.#dispatch({ type: 'signed-out' })
      // Comes last: the pages that would have read are gone by now.
      reads.begin()
    }
  }

  /** The auth client says that the session is over. While `leave` runs it does the rest: who signs in again must not be cleared away after. */
  async sessionEnded(): Promise<void> {
    if (this.#isLeaving) return
    this.#cut()
    const { workers, keeping } = await this.#backend
    keeping.forget()
    await workers.vault.account.lockAndClear().catch(() => undefined)
    passwordLength.write(null)
    this.#dispatch({ type: 'signed-out', isEnded: true, ...(this.#shut && { organisation: this.#shut }) })
    this.#shut = undefined
  }

  /** The session that is about to end here ended with the organisation. */
  noteSuspension(how: 'suspended' | 'leaving'): void {
    this.#shut = how
  }
}
