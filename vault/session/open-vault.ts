import { z } from 'zod'
import {
  type AccountMasterKey,
  CryptoError,
  type KemKeyPair,
  type KeyEncryptionKey,
  type Keyring,
  type PublicBundle,
  type Signer,
  createRecordCipher,
  createSigner,
  fingerprint,
  fromBase64Url,
  kemKeyPair,
  systemRandom,
  toHex,
  unwrapAccountKey,
  verifyBundle,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { type DeviceMemory, type StaleKeyring, newestKeyring, openOrNull, rememberedKeyring } from './device-memory.ts'
import { KeyLog } from '../ledger/listings/key-log.ts'
import type { OpenTeam } from './team.ts'
import { type EpochKey, SPACE_KEYS, keysReplaced, opensSpaceKeys, unwrapSpaceKeys } from './space-keys.ts'
import type { OpenSpace } from './open-space.ts'
import { VaultError } from './vault-error.ts'

/** An unlocked vault: everything that needs keys starts here. Lives in one worker and is dropped to lock. */
export type OpenVault = {
  userId: string
  amk: AccountMasterKey
  signer: Signer
  /** The account's own public bundle in short, hex, as other people compare it. */
  keyFingerprint: string
  personalSpace: OpenSpace
  /** The account's own public keys, as others see them. */
  bundle: Pick<PublicBundle, 'userId' | 'keys' | 'time'>
  /** Unwraps what others wrapped for this account. */
  kem: KemKeyPair
  /** As it was last read or written; see keyring-store.ts. */
  keyring: Keyring
  /** What this device remembers of it across sessions; null where nothing is kept. */
  memory: DeviceMemory | null
  /** What the public log lists of people, asked before somebody is given a key. */
  keyLog: KeyLog
  /** Set while the server holds an older or another keyring than this device has seen. */
  stale: StaleKeyring | null
  /** Highest version of each file that was proved, or of one's own whose name opened: the server must not go back behind it. */
  seenVersions: Map<string, number>
  /** Highest version of each folder whose signed record was proved or written: it neither goes back behind it nor loses its record. */
  seenFolders: Map<string, number>
  /** Spaces whose list of files a device keeps: the personal one. */
  spaceIds: readonly string[]
  /** Team spaces that were opened, by id; their keys are in `spaces`. */
  teams: Map<string, OpenTeam>
  /** Keys of all epochs of all spaces that are open, by `id/epoch`. */
  spaces: Map<string, OpenSpace>
  /** @throws {VaultError} `not_found` when this account has no key for it. */
  space: (id: string, epoch: number) => OpenSpace
}

const wraps = z.array(z.object({ wrapped_key: z.string() }))
const keyrings = z.array(z.object({ sealed: z.string() }))
const bundles = z.array(z.object({ statement: z.string(), signature: z.string() }))
const spaces = z.array(z.object({ id: z.uuid(), kind: z.string(), current_epoch: z.int() }))

/** True when the signed-in account has created its vault. */
export async function hasVault(api: VaultApi, userId: string): Promise<boolean> {
  return bundles.parse(await api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`)).length > 0
}

/**
 * The account master key, by the key that the password became.
 * @throws {VaultError} `wrong_password`, `not_found` without a vault, `needs_second_factor`
 */
export async function unwrapMasterKey(api: VaultApi, userId: string, kek: KeyEncryptionKey): Promise<AccountMasterKey> {
  const [wrap] = wraps.parse(await api.rest('account_wraps?select=wrapped_key&kind=eq.password'))
  if (!wrap) throw await missingWrap(api, userId, 'This account has no vault yet.')
  try {
    return await unwrapAccountKey({ wrapped: fromBase64Url(wrap.wrapped_key), kek, userId, kind: 'password' })
  } catch (cause) {
    if (cause instanceof CryptoError)
      throw new VaultError('wrong_password', 'The password does not open this vault.', { cause })
    throw cause
  }
}

/** A vault whose wrapped keys are not given out waits for the second factor of its account. */
async function missingWrap(api: VaultApi, userId: string, message: string): Promise<VaultError> {
  if (!(await hasVault(api, userId))) return new VaultError('not_found', message)
  return new VaultError('needs_second_factor', 'This session has not proven the second factor of the account.')
}

/**
 * Opens everything below the account master key.
 * @param memory of this device, with which the keyring is compared.
 * @param keyLog with what this device saw of the public log; without one, what this session sees is compared.
 * @throws {VaultError} `file_damaged` when keyring, bundle or space keys do not belong together; `keyring_damaged` when the keyring alone does
 *   not open and this device has no copy; `keys_replaced` when the server's keys are under
 *   another account key; `keys_refused` when they do not follow from what this device remembers
 */
export async function openVault(
  api: VaultApi,
  userId: string,
  amk: AccountMasterKey,
  memory: DeviceMemory | null = null,
  keyLog: KeyLog = new KeyLog(),
): Promise<OpenVault> {
  const [keyringRows, bundleRows, spaceRows, keyRows] = await Promise.all([
    api.rest('keyrings?select=sealed'),
    api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`),
    api.rest(`spaces?select=id,kind,current_epoch&owner_id=eq.${userId}`),
    api.rest(SPACE_KEYS),
  ])
  try {
    const { keyring, stale } = await readKeyring({ amk, userId }, keyrings.parse(keyringRows), { memory, keyRows })
    const epoch = keyring.replaceable?.epoch ?? null
    const epochs = await unwrapSpaceKeys({ amk, userId }, keyRows, epoch)
    const signer = await createSigner(keyring.identity, systemRandom)
    const bundle = await ownBundle(userId, signer, bundles.parse(bundleRows))
    const opened = await openSpaces(epochs)
    const personal = spaces.parse(spaceRows).find(({ kind }) => kind === 'personal')
    const space = (id: string, epoch: number): OpenSpace => {
      const found = opened.get(`${id}/${epoch}`)
      if (!found) throw new VaultError('not_found', 'This vault holds no key for that space.')
      return found
    }
    if (!personal) throw new VaultError('not_found', 'The personal space of this vault is missing.')
    // The keyring says under which epoch to write, not the server: an account key of before opens the epochs of its time.
    if (epoch !== null && personal.current_epoch !== epoch) throw keysReplaced()
    return {
      userId,
      amk,
      signer,
      bundle,
      keyring,
      memory,
      keyLog,
      stale,
      teams: new Map(),
      spaces: opened,
      space,
      kem: kemKeyPair(keyring.identity, bundle.keys),
      keyFingerprint: toHex(await fingerprint(bundle)),
      personalSpace: space(personal.id, personal.current_epoch),
      seenVersions: new Map(),
      seenFolders: new Map(),
      spaceIds: [personal.id],
    }
  } catch (cause) {
    if (cause instanceof CryptoError) {
      throw new VaultError('file_damaged', 'The keys of this vault were changed or damaged; nothing was overwritten.', {
        cause,
      })
    }
    throw cause
  }
}

async function readKeyring(
  account: { amk: AccountMasterKey; userId: string },
  [row]: z.infer<typeof keyrings>,
  { memory, keyRows }: { memory: DeviceMemory | null; keyRows: unknown },
): Promise<{ keyring: Keyring; stale: StaleKeyring | null }> {
  if (!row) throw new VaultError('not_found', 'The keyring of this vault is missing.')
  const keyring = await openOrNull(account, row.sealed)
  if (keyring) return newestKeyring(account, { keyring, sealed: fromBase64Url(row.sealed) }, memory)
  // One under another account key is no rubbish: the space keys are under it as well.
  if (!(await opensSpaceKeys(account, keyRows))) throw keysReplaced()
  const remembered = await rememberedKeyring(account, memory)
  if (!remembered) {
    throw new VaultError(
      'keyring_damaged',
      'What this vault remembers was overwritten on the server and does not open.',
    )
  }
  return remembered
}

// The server could answer with somebody else's bundle; ours must carry our own signing keys.
async function ownBundle(userId: string, signer: Signer, [row]: z.infer<typeof bundles>): Promise<PublicBundle> {
  if (!row) throw new VaultError('not_found', 'The key bundle of this vault is missing.')
  const bundle = await verifyBundle({ text: row.statement, signature: fromBase64Url(row.signature) }, userId)
  const isOurs =
    toHex(bundle.keys.ed25519) === toHex(signer.verifyingKeys.ed25519) &&
    toHex(bundle.keys.mlDsa65) === toHex(signer.verifyingKeys.mlDsa65)
  if (!isOurs) throw new CryptoError('verify_failed', 'bundle')
  return bundle
}

async function openSpaces(epochs: readonly EpochKey[]): Promise<Map<string, OpenSpace>> {
  const entries = await Promise.all(
    epochs.map(async ({ spaceId: id, epoch, key }): Promise<[string, OpenSpace]> => {
      return [`${id}/${epoch}`, { id, epoch, key, records: await createRecordCipher(key), rosterHash: null }]
    }),
  )
  return new Map(entries)
}
