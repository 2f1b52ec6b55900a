import { createHash } from 'node:crypto'
import { LedgerError } from '#ledger/errors.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import type { Age } from '#ledger/log/verify-checkpoint.ts'
import { parseTlogProof, verifyTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { fetchLimited } from './fetch-limited.ts'

/** The anchor log lists the build there, under a checkpoint that these keys signed. */
export type ListedBuild = { origin: string; index: number; size: number; keys: string[] }

const LIMIT_BYTES = 1024 * 1024

/**
 * Asks the log of a server for a build, and proves the answer.
 *
 * @param list the text of `/build.json`
 * @param policy whose signatures count; without it, those of the keys that the server names
 * @param age how old those of witnesses may be
 * @returns where it is listed, or why that is not shown
 */
export async function findInLog(
  origin: string,
  list: string,
  { policy, age, signal }: { policy: string | undefined; age: Age | undefined; signal: AbortSignal },
): Promise<ListedBuild | { problem: string }> {
  const ask = async (path: string) =>
    fetchLimited(origin + path, { encoding: 'identity', limitBytes: LIMIT_BYTES, signal })
  const named = policy === undefined ? await ask('/audit/v1/policy') : undefined
  const proof = await ask(`/audit/v1/builds/${createHash('sha256').update(list).digest('hex')}/proof`)
  if (named && 'problem' in named) return { problem: `the keys of the log: ${named.problem}` }
  if ('problem' in proof) return { problem: `the log: ${proof.problem}` }
  if (proof.status === 404) return { problem: 'the log of the server does not list this build' }
  if (proof.status === 409)
    return { problem: 'the log was not signed yet since the server started: try again in a few seconds' }
  if (proof.status !== 200 || (named && named.status !== 200))
    return { problem: `the log answered with status ${proof.status}` }

  const text = proof.content.toString()
  try {
    const trusted = parsePolicy(policy ?? named?.content.toString() ?? '')
    const { checkpoint } = await verifyTlogProof(text, manifestStatement(list).leaf, trusted, age)
    const keys = trusted.logs
      .filter(({ key }) => key.name === checkpoint.origin)
      .map(({ key }) => formatVerifierKey(key))
    return { origin: checkpoint.origin, index: parseTlogProof(text).index, size: checkpoint.size, keys }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    return { problem: PROBLEMS[error.code] }
  }
}

const PROBLEMS: Record<LedgerError['code'], string> = {
  malformed: 'the log does not answer as a log does',
  not_signed: policyProblem('not signed by the keys of the policy'),
  bad_signature: policyProblem('a signature does not hold'),
  not_witnessed: policyProblem('fewer witnesses signed in time than the policy asks for'),
  bad_proof: 'the log shows no proof that it lists this build',
}

function policyProblem(reason: string): string {
  return `the checkpoint of the log is not to be trusted: ${reason}`
}
