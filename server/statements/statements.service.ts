import {
  CryptoError,
  type PublicBundle,
  equalBytes,
  fingerprint,
  fromBase64Url,
  isRosterOfFairSize,
  keyId,
  parseWrap,
  readPolicy,
  readRoster,
  verifyBundle,
  verifyPolicy,
  verifyRoster,
} from '#crypto/index.ts'
import type { Database } from '#server/db/database.ts'
import { statementError } from './statement-error.ts'
import { readBundles } from './statements.sql.ts'

type Signed = { statement: string; signature: string }

/**
 * Checks a roster before it is stored: both signatures of its author, that it names everybody by the keys they have published, and that
 * each key was wrapped for the member it goes to, in a roster no longer than its members need. Readers check all of it again; this keeps one person from ending a space for all.
 *
 * @throws {Refusal} `bad_statement` | `statement_too_long` | `no_keys`
 */
export async function checkRoster(
  database: Database,
  {
    author,
    epoch,
  }: { author: string; epoch: { space_id: string; roster: string; signature: string; wraps: Record<string, string> } },
): Promise<void> {
  await refusing(async () => {
    const { members, epoch: number } = readRoster(epoch.roster)
    const bundles = await keysOf(database, [author, ...members.map(({ userId }) => userId)])
    const signed = { text: epoch.roster, signature: fromBase64Url(epoch.signature) }
    const roster = await verifyRoster(signed, { author: need(bundles, author).keys, spaceId: epoch.space_id })
    const isComplete = Object.keys(epoch.wraps).length === members.length
    if (roster.authorId !== author || !isComplete) throw statementError('bad_statement')
    if (!isRosterOfFairSize(roster)) throw statementError('statement_too_long')
    await Promise.all(
      members.map(async ({ userId, fingerprint: print }) => {
        const bundle = need(bundles, userId)
        const wrap = parseWrap(fromBase64Url(epoch.wraps[userId] ?? ''))
        const isForMember =
          equalBytes(print, await fingerprint(bundle)) &&
          wrap.purpose === 'space-to-user' &&
          wrap.objectId === roster.spaceId &&
          wrap.epoch === number &&
          equalBytes(wrap.recipientKeyId, await keyId(bundle.keys.xWing))
        if (!isForMember) throw statementError('bad_statement')
      }),
    )
  })
}

/**
 * Checks a recovery policy before it is stored: both signatures of its author, and that it names its holders by the keys they have
 * published.
 *
 * @throws {Refusal} `bad_statement` | `no_keys`
 */
export async function checkPolicy(database: Database, author: string, { statement, signature }: Signed): Promise<void> {
  await refusing(async () => {
    const { holders } = readPolicy(statement)
    const bundles = await keysOf(database, [author, ...holders.map(({ userId }) => userId)])
    const signed = { text: statement, signature: fromBase64Url(signature) }
    const policy = await verifyPolicy(signed, need(bundles, author).keys)
    if (policy.authorId !== author) throw statementError('bad_statement')
    await Promise.all(
      holders.map(async ({ userId, fingerprint: print }) => {
        if (!equalBytes(print, await fingerprint(need(bundles, userId)))) throw statementError('bad_statement')
      }),
    )
  })
}

async function keysOf(database: Database, userIds: readonly string[]): Promise<Map<string, PublicBundle>> {
  const stored = await readBundles(database, [...new Set(userIds)])
  const verified = [...stored].map(async ([userId, { statement, signature }]): Promise<[string, PublicBundle]> => {
    return [userId, await verifyBundle({ text: statement, signature: fromBase64Url(signature) }, userId)]
  })
  return new Map(await Promise.all(verified))
}

function need(bundles: ReadonlyMap<string, PublicBundle>, userId: string): PublicBundle {
  const bundle = bundles.get(userId)
  if (!bundle) throw statementError('no_keys')
  return bundle
}

async function refusing(check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (cause) {
    if (cause instanceof CryptoError) throw statementError('bad_statement', { cause })
    throw cause
  }
}
