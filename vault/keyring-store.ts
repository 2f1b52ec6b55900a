import { z } from 'zod'
import {
  CryptoError,
  type Keyring,
  fromBase64Url,
  openKeyring,
  sealKeyring,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import type { OpenVault } from './open-vault.ts'
import { VaultError } from './vault-error.ts'

const TRIES = 5
const stored = z.array(z.object({ sealed: z.string(), version: z.int() }))

/**
 * Changes the keyring from its newest state, as other devices may have changed it meanwhile.
 *
 * @param change gets the newest keyring; null leaves it as it is.
 * @throws {VaultError} `file_damaged` when the server answers with an older keyring than one that was seen.
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
  const { amk, userId } = vault
  for (let tries = 0; tries < TRIES; tries++) {
    const [row] = stored.parse(await api.rest('keyrings?select=sealed,version'))
    if (!row) throw new VaultError('not_found', 'The keyring of this vault is missing.')
    const current = await openKeyring({ amk, userId, sealed: fromBase64Url(row.sealed) }).catch(asDamaged)
    if (current.revision < vault.keyring.revision) {
      throw new VaultError('file_damaged', 'The server answered with an older keyring; nothing was changed.')
    }
    const changed = change(current)
    if (!changed) {
      vault.keyring = current
      return
    }
    const keyring = { ...current, peers: changed.peers, pins: changed.pins, revision: current.revision + 1 }
    const sealed = toBase64Url(await sealKeyring({ amk, userId, keyring, random: systemRandom }))
    // The old version in the filter: of two changes at once one finds no row, and starts again from the other's.
    const written = await api.rest(`keyrings?user_id=eq.${userId}&version=eq.${row.version}&select=version`, {
      method: 'PATCH',
      prefer: 'return=representation',
      body: { sealed, version: row.version + 1, updated_at: new Date().toISOString() },
    })
    if (Array.isArray(written) && written.length === 1) {
      vault.keyring = keyring
      return
    }
  }
  throw new VaultError('offline', 'The keyring is being changed somewhere else; try again.')
}

function asDamaged(cause: unknown): never {
  if (!(cause instanceof CryptoError)) throw cause
  throw new VaultError('file_damaged', 'The keyring of this vault was changed or damaged; nothing was overwritten.', {
    cause,
  })
}
