import { LedgerError } from '#ledger/errors.ts'
import { parsePolicy, type Policy, witnessRules } from '#ledger/notes/policy.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'

/** Somebody who is asked to sign: one address, with each key that signs there. */
export type AskedWitness = { readonly name: string; readonly url: string; readonly keys: readonly VerifierKey[] }

export type WitnessSettings = {
  readonly policy: Policy
  /** As clients read it, without addresses. */
  readonly rules: string
  readonly asked: readonly AskedWitness[]
}

/**
 * Reads the lines of a policy that name witnesses with their addresses, and the quorum.
 *
 * @throws {Error} saying what is wrong with them.
 */
export function readWitnesses(text: string | undefined): WitnessSettings | undefined {
  if (text === undefined) return undefined
  const policy = parse(text)
  if (policy.quorum === undefined || policy.witnesses.length === 0) {
    throw bad('names no witness that has to sign: add a line such as "quorum any-of-them"')
  }
  const asked = new Map<string, AskedWitness>()
  for (const { name, key, url } of policy.witnesses) {
    if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw bad(`gives no address of the witness ${name}: it stands behind the key, such as https://witness.example/`)
    }
    const address = url.endsWith('/') ? url : `${url}/`
    const other = asked.get(address)
    asked.set(address, { name: other?.name ?? name, url: address, keys: [...(other?.keys ?? []), key] })
  }
  return { policy, rules: witnessRules(text), asked: [...asked.values()] }
}

function parse(text: string): Policy {
  try {
    return parsePolicy(text)
  } catch (error) {
    if (error instanceof LedgerError) throw bad(`is no policy: ${error.message}`)
    throw error
  }
}

const bad = (what: string): Error => new Error(`Bad configuration: LEDGER_WITNESSES ${what}`)
