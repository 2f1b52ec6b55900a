import { CryptoError } from '#crypto/errors.ts'
import { fromBase64Url } from '#crypto/encoding.ts'
import { fingerprint, verifyBundle } from '#crypto/identity/bundle.ts'
import { policyHash, readPolicy } from '#crypto/statements/policy.ts'
import { readRoster, rosterHash } from '#crypto/statements/roster.ts'
import { personKey } from '#ledger/events/key-entry.ts'
import type { Listed } from '#ledger/events/listed-entry.ts'
import { statementKey } from '#ledger/events/statement-entry.ts'
import type { UnlistedKeys } from './listed-keys.sql.ts'
import type { UnlistedStatement } from './listed-statements.sql.ts'

/** What the anchor log is to list next, and whose keys it is; null for a statement. */
export type ToList = Pick<Listed, 'kind' | 'subject' | 'hash'> & { readonly userId: string | null }

/** Undefined for keys that did not sign themselves: every client refuses them as well. */
export function readKeys({ userId, statement, signature }: UnlistedKeys): Promise<ToList | undefined> {
  return orUndefined(async () => {
    const bundle = await verifyBundle({ text: statement, signature: fromBase64Url(signature) }, userId)
    return { kind: 'keys', subject: personKey(userId), hash: await fingerprint(bundle), userId }
  })
}

/** Undefined for a text that is no roster or policy, or of another place. Who signed it was verified before it was stored, and is again by who reads it. */
export function readSignedStatement({ text, ...place }: UnlistedStatement): Promise<ToList | undefined> {
  return orUndefined(async () => {
    const [ownerId, version] = place.kind === 'roster' ? placeOfRoster(text) : placeOfPolicy(text)
    if (ownerId !== place.ownerId || version !== place.version) return undefined
    const hash = await (place.kind === 'roster' ? rosterHash : policyHash)({ text })
    return { kind: 'statement', subject: statementKey(place), hash, userId: null }
  })
}

function placeOfRoster(text: string): readonly [string, number] {
  const { spaceId, epoch } = readRoster(text)
  return [spaceId, epoch]
}

function placeOfPolicy(text: string): readonly [string, number] {
  const { tenantId, revision } = readPolicy(text)
  return [tenantId, revision]
}

async function orUndefined(read: () => Promise<ToList | undefined>): Promise<ToList | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}
