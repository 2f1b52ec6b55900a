import type { Age } from '#ledger/log/verify-checkpoint.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { readWitnessing } from '#ledger/witness/cosignatures.ts'

/** A server has the log signed again every half hour: after a day, nobody signs it any more. */
export const MAX_AGE_SECONDS = 86_400

/** Who vouches for the anchor log besides the server. */
export type WitnessReport =
  | { readonly state: 'none' }
  | {
      /** `late`: too few have signed this tree, or too long ago. So looks a history that is shown to some people alone. */
      readonly state: 'current' | 'late'
      readonly signed: readonly { readonly name: string; readonly atMs: number; readonly keepsEntries: boolean }[]
      /** So many may sign. */
      readonly of: number
      /** The server names others by now than those that this device saw first, and goes on checking. */
      readonly isOther: boolean
    }

export const NO_WITNESSES = 'quorum none\n'

/** Whose rules count: those that a device saw first, until a person says otherwise. */
export const rulesToKeep = (kept: string, named: string): string => (kept === NO_WITNESSES ? named : kept)

/**
 * @param note of a checkpoint that was verified already; undefined where the server shows none: nobody signed that.
 * @param rules what a policy says of witnesses: as this device keeps it, and as the server names it now.
 */
export async function reportWitnesses(
  note: string | undefined,
  rules: { readonly kept: string; readonly named: string },
  { nowMs, maxAgeSeconds = MAX_AGE_SECONDS }: { nowMs: number; maxAgeSeconds?: number | undefined },
): Promise<WitnessReport> {
  const counted = rulesToKeep(rules.kept, rules.named)
  const policy = parsePolicy(counted)
  if (policy.quorum === undefined) return { state: 'none' }
  const mirrors = new Set(policy.witnesses.filter(({ keepsEntries }) => keepsEntries).map(({ name }) => name))
  const age: Age = { now: Math.floor(nowMs / 1000), maxSeconds: maxAgeSeconds }
  const { isEnough, signed } =
    note === undefined ? { isEnough: false, signed: [] } : await readWitnessing(note, policy, age)
  return {
    state: isEnough ? 'current' : 'late',
    signed: signed.map(({ name, seconds }) => ({ name, atMs: seconds * 1000, keepsEntries: mirrors.has(name) })),
    of: policy.witnesses.length,
    isOther: counted !== rules.named,
  }
}
