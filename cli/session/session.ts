import path from 'node:path'
import { AuthClient, type AuthError, type Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { takeReceipt } from '#vault/ledger/receipts/take-receipt.ts'
import { type Answered, VaultApi, refusalOf } from '#vault/session/api.ts'
import { solveCaptcha } from '#vault/session/captcha.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { CommandError, EXIT } from '../command-error.ts'
import { proveSecondFactor } from '../second-factor.ts'
import { receiptDevice } from './kept-receipts.ts'
import { homeFolder, readPrivate, removePrivate, writePrivate } from './private-file.ts'
import { forgetSeen } from './seen-versions.ts'
import type { ServerConfig } from './server-config.ts'

const STORAGE_KEY = 'session'
const accountShape = z.object({ server: z.url(), publishableKey: z.string() })
type Account = z.infer<typeof accountShape>

/** A signed-in account and its line to the server. */
export type SignedIn = { server: string; userId: string; email: string; api: VaultApi }

const accountFile = (): string => path.join(homeFolder(), 'account.json')
const sessionFile = (): string => path.join(homeFolder(), 'session.json')

/**
 * The session of this computer, renewed when it has run out.
 * @throws {CommandError} when nobody is signed in.
 */
export async function currentSession(): Promise<SignedIn> {
  const account = accountShape.safeParse(readPrivate(accountFile()))
  if (!account.success) throw signedOut()
  const auth = authClient(account.data)
  const { data, error } = await auth.getSession()
  if (error) throw fromAuth(error)
  if (!data.session) throw signedOut()
  return signedIn(account.data, auth, data.session)
}

/**
 * Signs in, with the second factor where the account has one; a session that did not get so far is ended again.
 * @param authSecret what the password became; the server knows nothing else of it.
 */
export async function startSession(
  server: string,
  config: ServerConfig,
  { email, authSecret }: { email: string; authSecret: string },
): Promise<SignedIn> {
  const account: Account = { server, publishableKey: config.publishable_key }
  const auth = authClient(account)
  const options = config.captcha ? { captchaToken: await solveCaptcha(server) } : {}
  const { data, error } = await auth.signInWithPassword({ email, password: authSecret, options })
  if (error) throw fromAuth(error)
  try {
    const refused = await proveSecondFactor(auth, data.session)
    if (refused) throw fromAuth(refused)
  } catch (problem) {
    await auth.signOut({ scope: 'local' })
    removePrivate(sessionFile())
    throw problem
  }
  writePrivate(accountFile(), account)
  return signedIn(account, auth, data.session)
}

/** Ends the session here and on the server. Forgets it here also when the server does not answer. */
export async function endSession(): Promise<void> {
  const account = accountShape.safeParse(readPrivate(accountFile()))
  if (!account.success) throw signedOut()
  try {
    const { error } = await authClient(account.data).signOut({ scope: 'local' })
    if (error) throw fromAuth(error)
  } finally {
    forgetSeen()
    removePrivate(sessionFile())
    removePrivate(accountFile())
  }
}

/** A line for what is asked before anybody is signed in. */
export function anonymousApi(server: string, config: Pick<ServerConfig, 'publishable_key'>): VaultApi {
  return new VaultApi({
    baseUrl: server,
    publishableKey: config.publishable_key,
    accessToken: async () => undefined,
  })
}

const pendingReceipts = new Set<Promise<void>>()

/** A command has ended when what its answers promised is kept. */
export const receiptsTaken = async (): Promise<void> => void (await Promise.all(pendingReceipts))

let sayWait: ((refusal: VaultError) => void) | undefined

/** Says once in a command why its reads take long. */
export function hearSlowed(say: (refusal: VaultError) => void): void {
  sayWait = (refusal) => {
    sayWait = undefined
    say(refusal)
  }
}

function signedIn(account: Account, auth: InstanceType<typeof AuthClient>, session: Session): SignedIn {
  const accessToken = async (): Promise<string | undefined> => (await auth.getSession()).data.session?.access_token
  const { server, publishableKey } = account
  // A computer that cannot keep it does without.
  const onAnswer = (answer: Answered): void => {
    const taken = takeReceipt(receiptDevice(server, session.user.id), answer).catch(() => undefined)
    pendingReceipts.add(taken)
    void taken.finally(() => pendingReceipts.delete(taken))
  }
  const api = new VaultApi({
    baseUrl: server,
    publishableKey,
    accessToken,
    onAnswer,
    onReadingSlowed: (refusal) => sayWait?.(refusal),
  })
  return { server, userId: session.user.id, email: session.user.email ?? '', api }
}

function authClient({ server, publishableKey }: Account): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${server}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: STORAGE_KEY,
    storage: {
      getItem: () => {
        const stored = z.object({ session: z.string() }).safeParse(readPrivate(sessionFile()))
        return stored.success ? stored.data.session : null
      },
      setItem: (_, session) => writePrivate(sessionFile(), { session }),
      removeItem: () => removePrivate(sessionFile()),
    },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
}

const signedOut = (): CommandError =>
  new CommandError('You are not signed in. Run `quantumshield login --server <address>`.', EXIT.signedOut)

function fromAuth(error: AuthError): VaultError {
  if (error.name === 'AuthRetryableFetchError') {
    return new VaultError('offline', 'The server could not be reached.', { cause: error })
  }
  return refusalOf({ status: error.status ?? 0, message: error.message, ...(error.code ? { code: error.code } : {}) })
}
