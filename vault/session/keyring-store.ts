import { z } from 'zod'
import { type Keyring, keyringWriteProof, sealKeyring, systemRandom, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { joinKeyrings, openOrNull, remember } from './device-memory.ts'
import type { OpenVault } from './open-vault.ts'
import { pruned } from './prune-pins.ts'
import { SPACE_KEYS, unwrapSpaceKeys } from './space-keys.ts'
import { VaultError } from './vault-error.ts'

const TRIES = 5
const stored = z.array(z.object({ sealed: z.string(), version: z.int() }))

/**
 * Changes the keyring from its newest state, as other devices may have changed it meanwhile.
 *
 * @param change gets the newest keyring; null leaves it as it is.
 * @throws {VaultError} `vault_rolled_back` when the server answers with an older keyring than one that was seen; `file_damaged`; `keys_replaced`; `keyring_full`
 */
export function changeKeyring(api: VaultApi, vault: OpenVault, change: KeyringChange): Promise<void> {
  // One after the other: an answer from before this client's own last change would look like an older keyring.
  const before = underWay.get(vault) ?? Promise.resolve()
  const work = before.then(() => changeNow(api, vault, change))
  underWay.set(
    vault,
    work.catch(() => undefined),
  )
  return work
}

type KeyringChange = (keyring: Keyring) => Pick<Keyring, 'peers' | 'pins'> | null
const underWay = new WeakMap<OpenVault, Promise<void>>()

async function changeNow(api: VaultApi, vault: OpenVault, change: KeyringChange): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [row] = stored.parse(await api.rest('keyrings?select=sealed,version'))
    if (!row) throw new VaultError('not_found', 'The keyring of this vault is missing.')
    const current = await openOrNull(vault, row.sealed)
    if (!current) {
      await requireCurrentKey(api, vault)
      throw new VaultError('file_damaged', 'The keyring of this vault was changed or damaged; nothing was overwritten.')
    }
    requireNewestKeyring(vault, current)
    const changed = change(current)
    if (!changed) {
      vault.keyring = current
      return
    }
    const revision = current.revision + 1
    const keyring = { ...current, ...pruned(changed, revision), revision }
    if (await writeKeyring(api, vault, { keyring, over: row.version })) return
  }
  throw new VaultError('offline', 'The keyring is being changed somewhere else; try again.')
}

/**
 * Until the person puts this device's copy back, nothing is written on top of what the server went back to.
 * @param served the keyring that the server answers with now
 * @throws {VaultError} `vault_rolled_back`
 */
export function requireNewestKeyring(vault: OpenVault, served: Keyring = vault.keyring): void {
  if (!vault.stale && served.revision >= vault.keyring.revision) return
  throw new VaultError('vault_rolled_back', 'The server answered with an older keyring; nothing was changed.')
}

/**
 * Puts back what this device remembers where the server went back to an older keyring, joined with what the server has. Asked for by
 * the person, who was warned.
 */
export async function restoreKeyring(api: VaultApi, vault: OpenVault): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const [row] = stored.parse(await api.rest('keyrings?select=sealed,version'))
    if (!row) throw new VaultError('not_found', 'The keyring of this vault is missing.')
    const served = await openOrNull(vault, row.sealed)
    // Read after the row: a new account key gives the row another version, and then nothing is overwritten.
    if (!served) await requireCurrentKey(api, vault)
    const joined = served ? joinKeyrings(vault.keyring, served) : vault.keyring
    const revision = joined.revision + 1
    if (
      await writeKeyring(api, vault, {
        keyring: { ...joined, ...pruned(joined, revision), revision },
        over: row.version,
      })
    ) {
      vault.stale = null
      return
    }
  }
  throw new VaultError('offline', 'The keyring is being changed somewhere else; try again.')
}

/** @throws {VaultError} `keys_replaced` when the server's space keys are not under this account key, as after a new one elsewhere. */
export async function requireCurrentKey(api: VaultApi, vault: OpenVault): Promise<void> {
  await unwrapSpaceKeys(vault, await api.rest(SPACE_KEYS), vault.personalSpace.epoch)
}

/** @param change.over version of the row that is replaced: of two changes at once one finds no row. @returns false for that one. */
async function writeKeyring(
  api: VaultApi,
  vault: OpenVault,
  { keyring, over }: { keyring: Keyring; over: number },
): Promise<boolean> {
  const { amk, userId } = vault
  const sealed = await sealKeyring({ amk, userId, keyring, random: systemRandom })
  const written = await api.rest(`keyrings?user_id=eq.${userId}&version=eq.${over}&select=version`, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: {
      sealed: toBase64Url(sealed),
      version: over + 1,
      updated_at: new Date().toISOString(),
      write_proof: await keyringWriteProof(amk),
    },
  })
  if (!Array.isArray(written) || written.length !== 1) return false
  vault.keyring = keyring
  await remember(vault.memory, userId, { revision: keyring.revision, sealed })
  return true
}
