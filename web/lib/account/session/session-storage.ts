import { readStay, saveStay, type Stay } from './stay.ts'
import { SESSION_KEY } from './stored-session.ts'

/** A cookie that the browser forgets when it closes. It says nothing but that it is there; web/site/session-mark.ts reads it too. */
const MARK = 'qs-open'

type Cookies = { cookie: string }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type SessionStorage = ReturnType<typeof createSessionStorage>

/**
 * Where the tabs of a browser share one session. It outlives the browser only where the vault stays unlocked on the device.
 *
 * A tab belongs to the account of the first session that it reads or writes, until `release`. The session of another account, which somebody
 * signed in to elsewhere, is none to this tab: it neither uses nor overwrites nor removes it, so that keys of one account never meet the
 * token of another.
 */
export function createSessionStorage(
  { local, document, isSecure }: { local: Store; document: Cookies; isSecure: boolean } = {
    local: localStorage,
    document: globalThis.document,
    isSecure: location.protocol === 'https:',
  },
) {
  let owner: string | null = null
  /** The refresh tokens that this tab has had since it belongs to its account. */
  const had = new Set<string | null>()
  const written = new Set<() => void>()

  const factsOf = createReader()
  const ownerOf = (text: string): string | null => factsOf(text).userId
  const isForeign = (text: string | null): boolean => text !== null && owner !== null && ownerOf(text) !== owner
  const mark = () => writeMark(document, isSecure)
  const stay = (): Stay => readStay(local)

  const isOver = stay() !== 'device' && !hasMark(document.cookie) && local.getItem(SESSION_KEY) !== null
  if (isOver) local.removeItem(SESSION_KEY)

  return {
    getItem(key: string): string | null {
      const text = local.getItem(key)
      if (key !== SESSION_KEY || text === null) return text
      if (isForeign(text)) return null
      owner ??= ownerOf(text)
      had.add(factsOf(text).refreshToken)
      return text
    },

    setItem(key: string, text: string): void {
      if (key === SESSION_KEY) {
        if (isForeign(local.getItem(key))) return
        owner = ownerOf(text)
        had.add(factsOf(text).refreshToken)
        mark()
      }
      local.setItem(key, text)
      for (const tell of written) tell()
    },

    removeItem(key: string): void {
      if (key === SESSION_KEY && isForeign(local.getItem(key))) return
      local.removeItem(key)
    },

    /** Before this tab signs in to whatever account: what it writes next is its own. */
    release: (): void => {
      owner = null
      had.clear()
    },

    /** A session with this refresh token was the one of this tab, now or before others renewed it. */
    hasHad: (refreshToken: string): boolean => had.has(refreshToken),

    /** The session in this browser belongs to somebody else than this tab. */
    isTakenOver: (): boolean => isForeign(local.getItem(SESSION_KEY)),

    /** Calls `tell` whenever this tab stored something, until the returned function is called. */
    onWritten(tell: () => void): () => void {
      written.add(tell)
      return () => void written.delete(tell)
    },

    /** The browser was closed since somebody signed in, and this page is the first one after. */
    isOver,

    stay,
    chooseStay: (chosen: Stay): void => {
      saveStay(local, chosen)
      // A session that was kept on the device outlived the browser, and its mark did not.
      mark()
    },
  }
}

function writeMark(document: Cookies, isSecure: boolean): void {
  document.cookie = `${MARK}=1; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

function hasMark(cookies: string): boolean {
  return cookies.split('; ').includes(`${MARK}=1`)
}

type Facts = { userId: string | null; refreshToken: string | null }

/** Remembers what it read last: a thousand small files ask for the token thousands of times. */
function createReader(): (text: string) => Facts {
  let last: ({ text: string } & Facts) | undefined
  return (text) => {
    if (last?.text !== text) last = { text, ...readFacts(text) }
    return last
  }
}

function readFacts(text: string): Facts {
  try {
    const { user, refresh_token: token } = JSON.parse(text) as {
      user?: { id?: unknown } | null
      refresh_token?: unknown
    }
    const userId = typeof user?.id === 'string' ? user.id : null
    return { userId, refreshToken: typeof token === 'string' ? token : null }
  } catch {
    return { userId: null, refreshToken: null }
  }
}
