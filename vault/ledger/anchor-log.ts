import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '#crypto/encoding.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { parseTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy, witnessRules } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { VaultError } from '../session/vault-error.ts'
import {
  areSameKeys,
  bareKey,
  type LogMemory,
  NOTHING_SEEN,
  recallLogs,
  rememberLogs,
  type SeenHead,
} from './log-memory.ts'
import { type LogApi, tileReader } from './read-tiles.ts'
import { type LogProblem, orUndefined, watchLog } from './watch-log.ts'
import { reportWitnesses, rulesToKeep, type WitnessReport } from './witnesses.ts'

/** Under this name a device keeps what it saw of the anchor log, whoever uses it. */
export const ANYBODY = 'anybody'
/** The server's own name for its newest anchor log. */
export const ANCHOR = 'anchor'

type AnchorReport = {
  readonly origin: string
  readonly head: TreeHead
  /** What this device saw of it before. */
  readonly before: SeenHead | undefined
  /** This device knows another one as well, which is not shown any more: as after an older backup was put back. */
  readonly isAnother: boolean
  readonly witnesses: WitnessReport
}

/** What the anchor log says of a build of the web app. */
export type BuildListing = { readonly isListed: true; readonly index: number } | { readonly isListed: false }

export type CheckedAnchor = {
  readonly log: AnchorReport | { readonly problem: LogProblem; readonly origin: string }
  /** Undefined where none was asked for, where the log is not what it was, and where the server gives no proof either way: no reason to trust it. */
  readonly build: BuildListing | undefined
}

/** What a device keeps, what it trusts, and what it is. */
export type Checker = {
  readonly memory: LogMemory
  readonly nowMs: number
  /** A policy that a person chose. Without one, the keys and witnesses count that this device saw first. */
  readonly policy?: string | undefined
  /** How old signatures of witnesses may be. */
  readonly maxAgeSeconds?: number | undefined
}

/**
 * Checks the anchor log, which is open to everybody, against all that this device saw of it, and whether it lists a build of the web app.
 *
 * @param manifest the text of `/build.json`.
 * @throws {VaultError} when the server cannot be asked; {LedgerError} when it does not answer as a log does.
 */
export function checkAnchorLog(api: LogApi, checker: Checker, manifest?: string): Promise<CheckedAnchor> {
  const { memory, nowMs, policy, maxAgeSeconds } = checker
  return memory.alone(ANYBODY, async () => {
    const seen = (await recallLogs(memory, ANYBODY)) ?? NOTHING_SEEN
    const named = await readNamed(api)
    const { origin, keys } = named
    const bare = keys.map(bareKey)
    const chosen = policy === undefined ? undefined : partiesOf(policy, origin)
    const known = [seen.keys, chosen?.keys.map(bareKey) ?? []].filter(({ length }) => length > 0)
    if (chosen?.keys.length === 0 || known.some((trusted) => !areSameKeys(trusted, bare))) {
      return { log: { problem: 'other_keys', origin }, build: undefined }
    }
    const watched = await watchLog(api, { id: ANCHOR, origin, keys: [...keys] }, seen.heads.get(origin))
    if ('problem' in watched) return { log: { problem: watched.problem, origin }, build: undefined }

    const { head, before, note } = watched
    const rules = { kept: chosen?.rules ?? seen.witnesses, named: named.rules }
    const witnesses = await reportWitnesses(note, rules, { nowMs, maxAgeSeconds })
    await rememberLogs(memory, ANYBODY, {
      keys: bare,
      heads: new Map([...seen.heads, [origin, { ...head, atMs: nowMs }]]),
      witnesses: rulesToKeep(seen.witnesses, named.rules),
    })
    const isAnother = [...seen.heads.keys()].some((known) => known !== origin)
    return {
      log: { origin, head, before, isAnother, witnesses },
      build: manifest === undefined ? undefined : await findBuild(api, head, manifest),
    }
  })
}

/**
 * After a person read what is wrong and decided to continue: the device begins again with the anchor log that the server shows now; with other
 * keys only where those were the problem.
 */
export const acceptAnchorLog = (memory: LogMemory, problem: LogProblem | 'another'): Promise<void> =>
  memory.alone(ANYBODY, async () => {
    const seen = (await recallLogs(memory, ANYBODY)) ?? NOTHING_SEEN
    const keys = problem === 'other_keys' ? NOTHING_SEEN.keys : seen.keys
    await rememberLogs(memory, ANYBODY, { ...seen, keys, heads: NOTHING_SEEN.heads })
  })

/** Keys of a log and what has to be signed by witnesses. */
type Parties = { readonly origin: string; readonly keys: readonly string[]; readonly rules: string }

/** As the server names them. */
export async function readNamed(api: LogApi): Promise<Parties> {
  const text = await (await api.fetch('/audit/v1/policy', {})).text()
  return partiesOf(text, parsePolicy(text).logs[0]?.key.name ?? '')
}

function partiesOf(policy: string, origin: string): Parties {
  const keys = parsePolicy(policy).logs.map(({ key }) => key)
  return {
    origin,
    keys: keys.filter(({ name }) => name === origin).map(formatVerifierKey),
    rules: witnessRules(policy),
  }
}

/** The server says where the entry is; that it is there is proved under the head that was checked. */
async function findBuild(api: LogApi, head: TreeHead, manifest: string): Promise<BuildListing | undefined> {
  const index = await placeOf(api, manifest)
  if (index === 'not listed') return { isListed: false }
  if (index === undefined || index >= head.size) return undefined
  const proof = await orUndefined(
    proveInclusion(index, head.size, readNodesFromTiles(head.size, tileReader(api, ANCHOR))),
  )
  const { leaf } = manifestStatement(manifest)
  return proof && isIncluded(leaf, index, proof, head) ? { isListed: true, index } : { isListed: false }
}

async function placeOf(api: LogApi, manifest: string): Promise<number | 'not listed' | undefined> {
  const name = toHex(sha256(utf8(manifest)))
  try {
    const text = await (await api.fetch(`/audit/v1/builds/${name}/proof`, {})).text()
    return (await orUndefined(Promise.resolve().then(() => parseTlogProof(text))))?.index
  } catch (error) {
    if (!(error instanceof VaultError) || error.code === 'offline') throw error
    return error.code === 'not_found' ? 'not listed' : undefined
  }
}
