import type { Session } from '@supabase/supabase-js'
import type { Keep } from '#web/workers/device/device-key.ts'
import { createStore } from '../../../remote/store.ts'
import { type AccountEvent, type AccountState, nextAccount } from '../../account-state.ts'
import { Opening, type OpeningBackend } from '../../opening.ts'
import { followSiblings } from '../follow-siblings.ts'
import { createKeeping, createTabSecret } from '../keeping.ts'
import { createSessionStorage } from '../session-storage.ts'
import { type Channel, createSiblings } from '../siblings.ts'
import type { Stay } from '../stay.ts'
import { SESSION_KEY } from '../stored-session.ts'

/** No passkey was presented, and nobody holds the session. */
const NOTHING = { dropPresented: async () => undefined, confirmation: async () => undefined }

const ANSWER_MS = 20

/** One browser of a test: what its tabs share, and what is lost when it closes. */
export class TestBrowser {
  readonly local = new Map<string, string>()
  readonly document = new CookieJar()
  readonly tabs = new Set<TestTab>()
  /** A vault opens when the server has answered. */
  server: Promise<void> = Promise.resolve()
  /** As in IndexedDB: what opens the vault of an account, and with which secret. */
  readonly kept = new Map<string, string>()

  async open(): Promise<TestTab> {
    const { tab, started } = this.begin()
    await started
    return tab
  }

  /** A tab that has not started yet. */
  begin(): { tab: TestTab; started: Promise<void> } {
    const tab = new TestTab(this)
    this.tabs.add(tab)
    return { tab, started: tab.start() }
  }

  close(): void {
    this.tabs.clear()
    this.document.forgetSession()
  }
}

/** `document.cookie`: what is written is one cookie, what is read are all of them. */
class CookieJar {
  readonly #cookies = new Map<string, string>()

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(text: string) {
    const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
    this.#cookies.set(name, value)
  }

  forgetSession(): void {
    this.#cookies.clear()
  }
}

export const sessionOf = (userId: string, refreshToken = 'first'): Session =>
  ({
    access_token: `token of ${userId}`,
    refresh_token: refreshToken,
    user: { id: userId, email: `${userId}@example.org`, user_metadata: {} },
  }) as Session

/** A tab of a `TestBrowser`, made of our own parts; only server and worker are told apart from them. */
export class TestTab {
  readonly state = createStore<AccountState>({ kind: 'loading' })
  readonly storage: ReturnType<typeof createSessionStorage>
  readonly siblings: ReturnType<typeof createSiblings>
  readonly opening: Opening
  /** Whose keys are in the memory of this tab's worker. */
  keysOf: string | null = null
  needsCode = false
  #isAsleep = false
  readonly secret: ReturnType<typeof createTabSecret>
  readonly #browser: TestBrowser
  readonly #keeping: ReturnType<typeof createKeeping>
  readonly #heard: ((event: MessageEvent<unknown>) => void)[] = []
  #look: () => Promise<void> = async () => undefined

  constructor(browser: TestBrowser) {
    this.#browser = browser
    const own = new Map<string, string>()
    const secret = createTabSecret(storeOf(own))
    this.secret = secret
    this.storage = createSessionStorage({ local: this.#local(), document: browser.document, isSecure: true })
    this.siblings = createSiblings(secret.get, this.#channel(), ANSWER_MS)
    this.#keeping = createKeeping(this.storage.stay, secret, this.siblings, storeOf(browser.local))
    this.opening = new Opening(Promise.resolve(this.#backend()), this.dispatch)
  }

  readonly dispatch = (event: AccountEvent): void => this.state.write(nextAccount(this.state.read(), event))
  readonly readSession = async (): Promise<Session | null> =>
    JSON.parse(this.storage.getItem(SESSION_KEY) ?? 'null') as Session | null

  async start(): Promise<void> {
    const dropKeys = async () => void (this.keysOf = null)
    const { state, dispatch, storage, siblings, opening, readSession } = this
    const look = followSiblings({ state, dispatch, storage, siblings, opening, readSession, dropKeys })
    const session = await this.readSession()
    if (session) await this.opening.resume(session)
    else this.dispatch({ type: 'signed-out' })
    this.#look = look
  }

  async signIn(userId: string, stay: Stay): Promise<void> {
    await this.opening.clearEarlierSignIn()
    this.storage.setItem(SESSION_KEY, JSON.stringify(sessionOf(userId)))
    await this.opening.choose(stay)
    await this.opening.openOrEnrol(sessionOf(userId))
  }

  /** Put aside by the browser: it hears of nothing until `wake`. */
  sleep(): void {
    this.#isAsleep = true
  }

  async wake(): Promise<void> {
    this.#isAsleep = false
    await this.#look()
  }

  async lock(): Promise<void> {
    this.opening.noteLock()
    this.keysOf = null
    this.#browser.kept.clear()
    this.dispatch({ type: 'locked' })
    this.siblings.tell('locked')
  }

  #local(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    const store = storeOf(this.#browser.local)
    const tellOthers = (key: string) => {
      if (key !== SESSION_KEY) return
      for (const tab of this.#browser.tabs)
        if (tab !== this && !tab.#isAsleep) void Promise.resolve().then(() => tab.#look())
    }
    return {
      getItem: store.getItem,
      setItem: (key, value) => {
        store.setItem(key, value)
        tellOthers(key)
      },
      removeItem: (key) => {
        store.removeItem(key)
        tellOthers(key)
      },
    }
  }

  #channel(): Channel {
    return {
      addEventListener: (_type: string, listener: unknown) => void this.#heard.push(listener as () => void),
      postMessage: (data: unknown) => {
        const event = { data } as MessageEvent<unknown>
        for (const tab of this.#browser.tabs) {
          if (tab !== this && !tab.#isAsleep)
            void Promise.resolve().then(() => tab.#heard.forEach((hear) => hear(event)))
        }
      },
    }
  }

  #backend(): OpeningBackend {
    const { kept } = this.#browser
    const name = (keep: Keep) => (keep.stay === 'browser' ? `browser ${keep.secret.join(' ')}` : keep.stay)
    const [currentLevel, currentAuthenticationMethods] = ['aal1', []]
    const level = () => ({ currentLevel, nextLevel: this.needsCode ? 'aal2' : 'aal1', currentAuthenticationMethods })
    const auth = {
      setSession: async ({ refresh_token }: { refresh_token: string }) => {
        const session = sessionOf(refresh_token.split(' ')[0] ?? '', refresh_token)
        this.storage.setItem(SESSION_KEY, JSON.stringify(session))
        return { data: { session }, error: null }
      },
      getSession: async () => ({ data: { session: await this.readSession() }, error: null }),
      signOut: async () => {
        this.storage.removeItem(SESSION_KEY)
        return { error: null }
      },
      mfa: { getAuthenticatorAssuranceLevel: async () => ({ data: level(), error: null }) },
    }
    return {
      auth: auth as unknown as OpeningBackend['auth'],
      config: { captcha: false },
      storage: this.storage,
      siblings: this.siblings,
      reads: { end: async () => undefined, begin: () => undefined },
      keeping: this.#keeping,
      workers: {
        vault: {
          account: {
            isPasskeyPresented: async () => false,
            openByPasskey: async () => 'abcd',
            ...NOTHING,
            hasVault: async () => true,
            open: async (userId, keep) => {
              this.keysOf = userId
              if (keep.stay !== 'tab') kept.set(userId, name(keep))
              return 'abcd'
            },
            openRemembered: async (userId, keep) => {
              if (kept.get(userId) !== name(keep)) return undefined
              await this.#browser.server
              this.keysOf = userId
              return 'abcd'
            },
            dropKeys: async () => void (this.keysOf = null),
            lock: async () => {
              this.keysOf = null
              kept.clear()
            },
            lockAndClear: async () => {
              this.keysOf = null
              kept.clear()
            },
          },
        },
      },
    }
  }
}

function storeOf(map: Map<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}
