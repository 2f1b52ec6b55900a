import { LedgerError } from '#ledger/errors.ts'
import { mirrorLine, parsePolicy, type Policy, witnessRules } from '#ledger/notes/policy.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'

/** Somebody who is asked to sign: one address, with each key that signs there. */
export type AskedWitness = {
  readonly name: string
  readonly url: string
  readonly keys: readonly VerifierKey[]
  /** A mirror: it is sent the entries as well. */
  readonly keepsEntries: boolean
}

export type WitnessSettings = {
  readonly policy: Policy
  /** As clients read it, without addresses. */
  readonly rules: string
  readonly asked: readonly AskedWitness[]
}

/**
 * Reads the lines of a policy that name witnesses with their addresses, and the quorum.
 *
 * @param mirrors lines of the same kind; the witnesses that they name are mirrors, which a group or the quorum of either text may name.
 * @throws {Error} saying what is wrong with them.
 */
export function readWitnesses(witnesses: string | undefined, mirrors?: string): WitnessSettings | undefined {
  if (witnesses === undefined && mirrors === undefined) return undefined
  const text = mirrors === undefined ? (witnesses ?? '') : `${mirrors}\n${marksOf(mirrors)}${witnesses ?? ''}`
  const policy = parse(text)
  if (policy.quorum === undefined || policy.witnesses.length === 0) {
    throw bad('names no witness that has to sign: add a line such as "quorum any-of-them"')
  }
  const asked = new Map<string, AskedWitness>()
  for (const { name, key, url, keepsEntries } of policy.witnesses) {
    if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw bad(`gives no address of the witness ${name}: it stands behind the key, such as https://witness.example/`)
    }
    const address = url.endsWith('/') ? url : `${url}/`
    // A mirror and a witness may have one address. They are asked different things.
    const place = `${keepsEntries ? 'mirror' : 'witness'} ${address}`
    const other = asked.get(place)
    asked.set(place, { name: other?.name ?? name, url: address, keys: [...(other?.keys ?? []), key], keepsEntries })
  }
  return { policy, rules: witnessRules(text), asked: [...asked.values()] }
}

function marksOf(mirrors: string): string {
  const names = mirrors.split('\n').map((line) => /^[ \t]*witness[ \t]+([^ \t]+)/.exec(line)?.[1])
  return names.map((name) => (name === undefined ? '' : mirrorLine(name))).join('')
}

function parse(text: string): Policy {
  try {
    return parsePolicy(text)
  } catch (error) {
    if (error instanceof LedgerError)
      throw bad(`is no policy: ${error.message} (with LEDGER_MIRRORS before it, where that is set)`)
    throw error
  }
}

const bad = (what: string): Error => new Error(`Bad configuration: LEDGER_WITNESSES ${what}`)
