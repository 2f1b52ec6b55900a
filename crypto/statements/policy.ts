import { isRecoveryThreshold } from '#contract/organisation/recovery-policy.ts'
import { type Bytes, equalBytes } from '../bytes.ts'
import { type Json, parseCanonicalJson } from './canonical-json.ts'
import { toBase64Url, utf8 } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from '../primitives/symmetric.ts'

/** Somebody who holds one share of those who agree. */
type PolicyHolder = {
  /** UUID text. */
  readonly userId: string
  /** `fingerprint` of their public keys, 32 bytes. */
  readonly fingerprint: Uint8Array
}

/** Who may, together, let a member of the organisation back in. Each change is the next revision. */
export type RecoveryPolicy = {
  /** UUID text of the organisation. */
  readonly tenantId: string
  /** 1 for the first, then one more each time. */
  readonly revision: number
  /** `policyHash` of the revision before (32 bytes); null in revision 1. */
  readonly previous: Uint8Array | null
  /** How many holders it takes: at least 2, except 1 for a single holder; 0 without holders, which ends the policy. */
  readonly threshold: number
  /** Sorted by user id, each once, at most 10. */
  readonly holders: readonly PolicyHolder[]
  /** UUID text of who signed. */
  readonly authorId: string
  /** `signingKeyId` of who signed. */
  readonly authorKeyId: Uint8Array
  /** UTC with milliseconds. */
  readonly time: string
}

const NAMES = ['v', 'tenant_id', 'revision', 'previous', 'threshold', 'holders', 'author_id', 'author_key_id', 'time']

type Code = 'bad_argument' | 'verify_failed'

/** Signs a policy; the author's key id is filled in and the holders are sorted. @throws {CryptoError} `bad_argument` */
export async function signPolicy(
  policy: Omit<RecoveryPolicy, 'authorKeyId'>,
  signer: Signer,
): Promise<SignedStatement> {
  const value = {
    v: 1,
    tenant_id: policy.tenantId,
    revision: policy.revision,
    previous: policy.previous && toBase64Url(policy.previous),
    threshold: policy.threshold,
    holders: policy.holders
      .map(({ userId, fingerprint }) => ({ user_id: userId, fingerprint: toBase64Url(fingerprint) }))
      .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)),
    author_id: policy.authorId,
    author_key_id: toBase64Url(signer.keyId),
    time: policy.time,
  }
  policyOf(value, 'bad_argument')
  return signStatement(signer, 'qs1/policy', value)
}

/** Checks who signed. Whether the author is known to the reader is the reader's question. @throws {CryptoError} `verify_failed` */
export async function verifyPolicy(signed: SignedStatement, author: VerifyingKeys): Promise<RecoveryPolicy> {
  const policy = policyOf(await readStatement(author, 'qs1/policy', signed), 'verify_failed')
  if (!equalBytes(policy.authorKeyId, await signingKeyId(author))) throw new CryptoError('verify_failed', 'policy')
  return policy
}

/**
 * Reads a policy without its signature: for finding out whose signature to check, and for one whose hash is in another that was
 * verified.
 *
 * @throws {CryptoError} `verify_failed`
 */
export function readPolicy(text: string): RecoveryPolicy {
  return policyOf(parseCanonicalJson(text), 'verify_failed')
}

/** SHA-256 of a policy's text. 32 bytes. */
export function policyHash({ text }: Pick<SignedStatement, 'text'>): Promise<Bytes> {
  return digest('SHA-256', utf8(text))
}

function policyOf(value: Json, code: Code): RecoveryPolicy {
  const fields = fieldsOf(value, NAMES, code)
  const revision = fields.integer('revision')
  const isFirst = revision === 1
  if (fields.integer('v') !== 1 || revision === 0 || fields.isNull('previous') !== isFirst) {
    throw new CryptoError(code, 'version')
  }
  const holders = holdersOf(fields.value('holders'), code)
  const threshold = fields.integer('threshold')
  if (!isRecoveryThreshold(threshold, holders.length)) throw new CryptoError(code, 'threshold')
  return {
    tenantId: fields.uuid('tenant_id'),
    revision,
    previous: isFirst ? null : fields.bytes('previous', 32),
    threshold,
    holders,
    authorId: fields.uuid('author_id'),
    authorKeyId: fields.bytes('author_key_id', 32),
    time: fields.time('time'),
  }
}

function holdersOf(value: Json, code: Code): readonly PolicyHolder[] {
  if (!Array.isArray(value)) throw new CryptoError(code, 'holders')
  const holders = (value as readonly Json[]).map((entry): PolicyHolder => {
    const fields = fieldsOf(entry, ['user_id', 'fingerprint'], code)
    return { userId: fields.uuid('user_id'), fingerprint: fields.bytes('fingerprint', 32) }
  })
  const isSorted = holders.every(({ userId }, index) => index === 0 || holders[index - 1]!.userId < userId)
  if (!isSorted) throw new CryptoError(code, 'holders')
  return holders
}
