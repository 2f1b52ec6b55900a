import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import { mailPin, peerPin } from '../pins/pins.ts'
import type { Trust } from '../pins/trust.ts'
import { readPeer } from '../sharing/people.ts'

/** Somebody with a vault, as a list of the server has them. */
type ListedMember = { userId: string; email: string }

const bundleRow = z.object({ user_id: z.uuid(), statement: z.string(), signature: z.string() })
type Bundle = z.infer<typeof bundleRow>

/** Keys of one request: 11 kB for each person, and each takes two checks of a signature. */
const MAX_BUNDLES_AT_ONCE = 50

/**
 * Compares the keys of people on a list with those that this vault remembers. Keys are read of those alone whose keys it remembers: of the others there is nothing to
 * compare, and people are looked up again before they are given something. Keys that are remembered and that the server withholds count as changed.
 */
export async function trustOfListed(
  api: VaultApi,
  vault: OpenVault,
  listed: readonly ListedMember[],
): Promise<Record<string, Trust>> {
  const { peers, pins } = vault.keyring
  const isRemembered = ({ userId }: ListedMember) =>
    pins[peerPin(userId)] !== undefined || peers.some((peer) => peer.userId === userId)
  const found: Record<string, Trust> = {}
  for (const one of listed.filter((member) => !isRemembered(member))) found[one.userId] = trustOfAddress(vault, one)
  const remembered = listed.filter(isRemembered)
  const bundles = await readBundles(api, remembered)
  for (const one of remembered) {
    const bundle = bundles.get(one.userId)
    found[one.userId] = bundle ? await trustOf(vault, one, bundle) : 'changed'
  }
  return found
}

/** An address that led to another account before is told without keys. */
function trustOfAddress({ keyring: { pins } }: OpenVault, { userId, email }: ListedMember): Trust {
  const led = pins[mailPin(email)]
  return led !== undefined && led !== userId ? 'moved' : 'new'
}

async function readBundles(api: VaultApi, people: readonly ListedMember[]): Promise<Map<string, Bundle>> {
  const bundles = new Map<string, Bundle>()
  for (let at = 0; at < people.length; at += MAX_BUNDLES_AT_ONCE) {
    const ids = people.slice(at, at + MAX_BUNDLES_AT_ONCE).map(({ userId }) => userId)
    const query = `user_key_bundles?select=user_id,statement,signature&user_id=in.(${ids.join(',')})`
    for (const row of z.array(bundleRow).parse(await api.rest(query))) bundles.set(row.user_id, row)
  }
  return bundles
}

/** Keys that somebody's own signature does not vouch for count as changed. */
export async function trustOf(
  vault: OpenVault,
  { userId, email }: ListedMember,
  { statement, signature }: Pick<Bundle, 'statement' | 'signature'>,
): Promise<Trust> {
  try {
    return (await readPeer(vault, { userId, email, name: '', statement, signature })).trust
  } catch (error) {
    if (error instanceof VaultError && error.code === 'key_changed') return 'changed'
    throw error
  }
}
