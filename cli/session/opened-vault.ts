import path from 'node:path'
import { z } from 'zod'
import { type AccountMasterKey, asAccountMasterKey, fromBase64Url, toBase64Url } from '#crypto/index.ts'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { restoreKeyring } from '#vault/session/keyring-store.ts'
import { type OpenVault, openVault, unwrapMasterKey } from '#vault/session/open-vault.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { keyringMemory } from './keyring-memory.ts'
import { readPrivate, removePrivate, runtimeFolder, writePrivate } from './private-file.ts'
import { typedCredentials } from './proven.ts'
import { seenLogs } from './seen-logs.ts'
import { recallSeen } from './seen-versions.ts'
import { type SignedIn, currentSession } from './session.ts'

const storedShape = z.object({ userId: z.uuid(), server: z.url(), key: z.string(), expiresAt: z.iso.datetime() })

const keyFile = (): string => path.join(runtimeFolder(), 'unlocked.json')

/** An account with its vault open. */
export type Opened = SignedIn & { vault: OpenVault }

/**
 * Opens the vault by the key that `unlock` kept, or by asking for the password.
 *
 * @returns `keepSeen` writes what this run saw of the public log, for a run that went well.
 */
export async function openedVault({
  passwordStdin,
}: {
  passwordStdin: boolean
}): Promise<Opened & { keepSeen: () => void }> {
  const session = await currentSession()
  const { memory, keep } = seenLogs(session.server)
  const keyLog = new KeyLog({ memory, onWait: sayWait })
  const vault =
    (await openWithStoredKey(session, keyLog)) ??
    (await openWith(session, await keyByPassword(session, passwordStdin), keyLog))
  if (vault.stale) {
    await restoreKeyring(session.api, vault)
    process.stderr.write(
      'The server answered with an older or damaged copy of what your vault remembers. The one of this computer was put back. If no backup was restored, tell your administrator: somebody may be trying to show you false keys.\n',
    )
  }
  await recallSeen(vault)
  return { ...session, vault, keepSeen: keep }
}

/** What is to be wrapped or sealed waits for the public log. */
function sayWait(isWaiting: boolean): void {
  if (isWaiting) process.stderr.write('Waiting until the public log lists what is new: a minute at most…\n')
}

const openWith = ({ api, userId }: SignedIn, amk: AccountMasterKey, keyLog: KeyLog): Promise<OpenVault> =>
  openVault(api, userId, amk, keyringMemory, keyLog)

/** A key that was replaced on another device opens nothing any more: then the password is needed again. */
async function openWithStoredKey(session: SignedIn, keyLog: KeyLog): Promise<OpenVault | undefined> {
  const stored = storedKey(session)
  if (!stored) return undefined
  try {
    return await openWith(session, stored, keyLog)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'keys_replaced') throw error
    forgetKey()
    return undefined
  }
}

/** @throws {VaultError} `wrong_password` */
export async function keyByPassword(session: SignedIn, passwordStdin: boolean): Promise<AccountMasterKey> {
  const { kek } = await typedCredentials(session, passwordStdin)
  return unwrapMasterKey(session.api, session.userId, kek)
}

/** Keeps the master key in a file of this user until a time. Anyone who can read that file can open the vault. */
export function keepKey(session: SignedIn, amk: AccountMasterKey, expiresAt: Date): void {
  const { userId, server } = session
  writePrivate(keyFile(), { userId, server, key: toBase64Url(amk), expiresAt: expiresAt.toISOString() })
}

export function forgetKey(): void {
  removePrivate(keyFile())
}

function storedKey({ userId, server }: SignedIn): AccountMasterKey | undefined {
  const stored = storedShape.safeParse(readPrivate(keyFile()))
  if (!stored.success) return undefined
  const isOurs = stored.data.userId === userId && stored.data.server === server
  if (!isOurs || Date.parse(stored.data.expiresAt) <= Date.now()) {
    forgetKey()
    return undefined
  }
  return asAccountMasterKey(fromBase64Url(stored.data.key))
}
