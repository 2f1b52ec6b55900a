import {
  type RecoveryPolicy,
  fromBase64Url,
  policyHash,
  randomUuid,
  signPolicy,
  systemRandom,
  toBase64Url,
} from '#crypto/index.ts'
import { listingLog } from './listing-log.ts'
import { type Person, TIME } from './person.ts'

export let TENANT: string = randomUuid(systemRandom)

/** Another organisation, of which the public log lists nothing yet: test files share that log. For `beforeAll`. */
export function beginTenant(): void {
  TENANT = randomUuid(systemRandom)
}

/** A row of `recovery_policy`, with the hash of its text in base64url. */
export type MadeRevision = { revision: number; statement: string; signature: string; hash: string }

/** The first revision, or the one after `before`. @param claims written over the policy before it is signed. */
export async function makeRevision({
  author,
  holders,
  before,
  claims = {},
  isListed = true,
}: {
  author: Person
  holders: readonly Person[]
  before?: Pick<MadeRevision, 'revision' | 'hash'>
  claims?: Partial<RecoveryPolicy>
  /** False where the public log does not list it; it lists the first that is made at its place. */
  isListed?: boolean
}): Promise<MadeRevision> {
  const revision = (before?.revision ?? 0) + 1
  const policy = {
    tenantId: TENANT,
    revision,
    previous: before ? fromBase64Url(before.hash) : null,
    threshold: Math.min(holders.length, 2),
    holders: holders.map(({ userId, print }) => ({ userId, fingerprint: print })),
    authorId: author.userId,
    time: TIME,
    ...claims,
  }
  const signed = await signPolicy(policy, author.signer)
  const hash = toBase64Url(await policyHash(signed))
  const place = { kind: 'policy', ownerId: policy.tenantId, version: policy.revision } as const
  if (isListed) listingLog.listStatement(place, fromBase64Url(hash))
  return { revision: policy.revision, statement: signed.text, signature: toBase64Url(signed.signature), hash }
}

/** A row that says nothing, as a server can put one anywhere. */
export async function emptyRevision(revision: number): Promise<MadeRevision> {
  return { revision, statement: '{}', signature: '', hash: toBase64Url(await policyHash({ text: '{}' })) }
}

/** Somebody as `recovery_policy` names them. */
export const policyPerson = ({ userId, email, published }: Person, change: object = {}) => ({
  user_id: userId,
  email,
  first_name: 'Ann',
  last_name: 'Lee',
  ...published,
  is_member: true,
  ...change,
})
