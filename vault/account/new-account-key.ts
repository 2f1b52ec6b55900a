import { z } from 'zod'
import {
  type AccountMasterKey,
  type Keyring,
  createRecordCipher,
  keyringWriteProof,
  newAccountMasterKey,
  newSpaceKey,
  sealKeyring,
  systemRandom,
  toBase64Url,
  wrapAccountKeyForWords,
  wrapSpaceKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { openOrNull, remember } from '../session/device-memory.ts'
import { requireNewestKeyring } from '../session/keyring-store.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type PasskeyWrap, wrapForPasskeys } from './passkeys.ts'
import { type RenewedAgreement, renewAgreement } from '../recovery/recovery-agreement.ts'
import { type EpochKey, SPACE_KEYS, keysReplaced, unwrapSpaceKeys } from '../session/space-keys.ts'
import { VaultError } from '../session/vault-error.ts'

const EARLIER_KEYS = 8
const stored = z.array(z.object({ sealed: z.string(), version: z.int() }))

/** What auth/v1 takes with a new account key: everything that the one before wrapped, and an epoch that it never opened. */
export type NewKeyFields = {
  keyring: { sealed: string; version: number; write_proof: string }
  space_keys: { space_id: string; epoch: number; wrapped_key: string }[]
  space: { id: string; epoch: number; wrapped_key: string }
  organisation?: RenewedAgreement
  /** The passkeys that keep opening the vault. */
  passkeys: PasskeyWrap[]
  /** The recovery words stay the same. */
  keeps_words: boolean
}

/** A new account master key that exists in memory only. */
export type NewAccountKey = {
  amk: AccountMasterKey
  fields: NewKeyFields
  /** The new key for the recovery words, base64url. */
  recoveryWrap: string
  /** True where the people who could let this account back in cannot any more, until it allows them again. */
  endsAgreement: boolean
  /** Once the server has taken it: the open vault continues with it. */
  apply: (vault: OpenVault) => Promise<void>
}

/**
 * Draws a new account master key, wraps again what the present one wraps, and begins a new epoch of the personal space, so that who has an
 * old password or old words, with a copy of the rows of then, opens nothing that is stored from now on. Files stay as they are: each says
 * under which epoch it lies, and the keys of earlier epochs go along.
 *
 * @param change.recoveryKey of new words; without it those of the keyring, which older accounts do not have.
 * @param change.withdraws   the organisation's recovery ends with this.
 * @param change.lostPasskey id of a passkey that opens the vault no more.
 * @returns null where the words are not known to the keyring: then nobody could open the new key with them.
 * @throws {VaultError} `keys_replaced` | `vault_rolled_back` | `file_damaged`
 */
export async function prepareNewAccountKey(
  api: VaultApi,
  vault: OpenVault,
  change: { recoveryKey?: Uint8Array; withdraws?: boolean; lostPasskey?: string } = {},
): Promise<NewAccountKey | null> {
  const { userId, personalSpace } = vault
  const [rows, keyRows] = await Promise.all([api.rest('keyrings?select=sealed,version'), api.rest(SPACE_KEYS)])
  const epochs = await unwrapSpaceKeys(vault, keyRows, personalSpace.epoch)
  // One that is left out now opens under no key any more.
  if (!hasEachEpoch(epochs, personalSpace.epoch)) throw keysReplaced()
  const [row] = stored.parse(rows)
  const current = row && (await openOrNull(vault, row.sealed))
  if (!row || !current) throw new VaultError('file_damaged', 'The keyring of this vault does not open.')
  requireNewestKeyring(vault, current)
  const recoveryKey = change.recoveryKey ?? current.replaceable?.recoveryKey
  if (!recoveryKey) return null

  const random = systemRandom
  const amk = newAccountMasterKey(random)
  const next = await nextEpoch(personalSpace.id, personalSpace.epoch + 1)
  const accountKeys = [vault.amk, ...(current.replaceable?.accountKeys ?? [])].slice(0, EARLIER_KEYS)
  const agreement = await renewAgreement(api, { vault, keyring: current, amk, withdraws: change.withdraws ?? false })
  const lost = change.lostPasskey
  const { passkeys, pins } = await wrapForPasskeys(api, { amk, userId, pins: agreement.pins, ...(lost && { lost }) })
  const keyring: Keyring = {
    ...current,
    revision: current.revision + 1,
    pins,
    replaceable: { recoveryKey, epoch: next.epoch, accountKeys },
  }
  const wrap = async ({ spaceId, epoch, key }: (typeof epochs)[number]) => ({
    space_id: spaceId,
    epoch,
    wrapped_key: toBase64Url(await wrapSpaceKey({ amk, spaceKey: key, context: { userId, spaceId, epoch }, random })),
  })
  const [sealed, wrapped, again, recovery] = await Promise.all([
    sealKeyring({ amk, userId, keyring, random }),
    wrap({ spaceId: personalSpace.id, epoch: next.epoch, key: next.key }),
    Promise.all(epochs.map(wrap)),
    wrapAccountKeyForWords({ amk, recoveryKey, userId, random }),
  ])
  return {
    amk,
    recoveryWrap: toBase64Url(recovery),
    endsAgreement: agreement.isEnded,
    fields: {
      keyring: { sealed: toBase64Url(sealed), version: row.version, write_proof: await keyringWriteProof(amk) },
      space_keys: again,
      space: { id: personalSpace.id, epoch: next.epoch, wrapped_key: wrapped.wrapped_key },
      passkeys,
      keeps_words: change.recoveryKey === undefined,
      ...(agreement.renewed && { organisation: agreement.renewed }),
    },
    apply: async (open) => {
      open.amk = amk
      open.keyring = keyring
      open.spaces.set(`${next.id}/${next.epoch}`, next)
      open.personalSpace = next
      await remember(open.memory, userId, { revision: keyring.revision, sealed })
    },
  }
}

const hasEachEpoch = (epochs: readonly EpochKey[], last: number): boolean =>
  Array.from({ length: last }, (_, at) => at + 1).every((wanted) => epochs.some(({ epoch }) => epoch === wanted))

async function nextEpoch(id: string, epoch: number): Promise<OpenSpace> {
  const key = newSpaceKey(systemRandom)
  return { id, epoch, key, records: await createRecordCipher(key), rosterHash: null }
}
