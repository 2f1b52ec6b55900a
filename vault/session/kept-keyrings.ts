import { z } from 'zod'
import type { AccountMasterKey, Keyring } from '#crypto/index.ts'
import { SPACE_KEYS, opensSpaceKeys } from './space-keys.ts'
import type { VaultApi } from './api.ts'
import { openOrNull } from './device-memory.ts'
import { VaultError } from './vault-error.ts'

type Account = { amk: AccountMasterKey; userId: string }

/** A keyring of an earlier day that opens under the account key of today and belongs to it. */
export type KeptKeyring = {
  /** The day whose first state it is, ISO 8601. */
  keptOn: string
  sealed: string
  /** Of changes; what was remembered later is not in it. */
  revision: number
}

const keptRows = z.array(z.object({ kept_on: z.iso.date(), sealed: z.string() }))
const storedRows = z.array(z.object({ sealed: z.string() }))
const spaceRows = z.array(z.object({ kind: z.string(), current_epoch: z.int() }))

/**
 * The newest keyring that can be put back where the present one does not open; null without one. One that is forged, of another account, or of
 * before another account key is none.
 * @throws {VaultError} `proof_needed`
 */
export async function findKeptKeyring(api: VaultApi, account: Account): Promise<KeptKeyring | null> {
  const [kept, keyRows, spaces] = await Promise.all([
    api.rest('rpc/kept_keyrings', { method: 'POST', body: {} }),
    api.rest(SPACE_KEYS),
    api.rest(`spaces?select=kind,current_epoch&owner_id=eq.${account.userId}`),
  ])
  const personal = spaceRows.parse(spaces).find(({ kind }) => kind === 'personal')
  if (!personal || !(await opensSpaceKeys(account, keyRows))) return null
  let newest: KeptKeyring | null = null
  for (const { kept_on: keptOn, sealed } of keptRows.parse(kept)) {
    const keyring = await openOrNull(account, sealed)
    if (!keyring || !isOfAccountKey(keyring, personal.current_epoch)) continue
    const { revision } = keyring
    if (newest === null || revision > newest.revision) newest = { keptOn, sealed, revision }
  }
  return newest
}

/** The keyring says under which epoch is written; each account key begins one. Accounts of before never replaced theirs. */
const isOfAccountKey = ({ replaceable }: Keyring, epoch: number): boolean =>
  replaceable === null ? epoch === 1 : replaceable.epoch === epoch

/**
 * Has the server put it back, which mails the person.
 * @throws {VaultError} `vault_rolled_back` where the server then answers with another one; `keys_replaced`, `proof_needed`
 */
export async function putBackKeyring(api: VaultApi, { keptOn, sealed }: KeptKeyring): Promise<void> {
  await api.rest('rpc/put_back_keyring', { method: 'POST', body: { day: keptOn } })
  const [row] = storedRows.parse(await api.rest('keyrings?select=sealed'))
  if (row?.sealed === sealed) return
  throw new VaultError('vault_rolled_back', 'The server put back another keyring than the one that was checked.')
}
