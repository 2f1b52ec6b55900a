import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '#crypto/encoding.ts'
import { manifestStatement } from '#ledger/events/build-statement.ts'
import { parseTlogProof } from '#ledger/log/tlog-proof.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { VaultError } from '../session/vault-error.ts'
import { bareKey, type LogMemory, recallLogs, rememberLogs, type SeenHead } from './log-memory.ts'
import { type LogApi, tileReader } from './read-tiles.ts'
import { type LogProblem, orUndefined, watchLog } from './watch-log.ts'

/** Under this name a device keeps what it saw of the anchor log, whoever uses it. */
const ANYBODY = 'anybody'
/** The server's own name for its newest anchor log. */
export const ANCHOR = 'anchor'

type AnchorReport = {
  readonly origin: string
  readonly head: TreeHead
  /** What this device saw of it before. */
  readonly before: SeenHead | undefined
  /** This device knows another one as well, which is not shown any more: as after an older backup was put back. */
  readonly isAnother: boolean
}

/** What the anchor log says of a build of the web app. */
export type BuildListing = { readonly isListed: true; readonly index: number } | { readonly isListed: false }

export type CheckedAnchor = {
  readonly log: AnchorReport | { readonly problem: LogProblem; readonly origin: string }
  /** Undefined where none was asked for, where the log is not what it was, and where the server gives no proof either way: no reason to trust it. */
  readonly build: BuildListing | undefined
}

/**
 * Checks the anchor log, which is open to everybody, against all that this device saw of it, and whether it lists a build of the web app.
 *
 * @param manifest the text of `/build.json`.
 * @throws {VaultError} when the server cannot be asked; {LedgerError} when it does not answer as a log does.
 */
export function checkAnchorLog(
  api: LogApi,
  device: { readonly memory: LogMemory; readonly nowMs: number },
  manifest?: string,
): Promise<CheckedAnchor> {
  const { memory, nowMs } = device
  return memory.alone(ANYBODY, async () => {
    const seen = (await recallLogs(memory, ANYBODY)) ?? { keys: [], heads: new Map<string, SeenHead>() }
    const { origin, keys } = await readKeys(api)
    const bare = keys.map(bareKey)
    if (seen.keys.length > 0 && (bare.length !== seen.keys.length || bare.some((key) => !seen.keys.includes(key)))) {
      return { log: { problem: 'other_keys', origin }, build: undefined }
    }
    const watched = await watchLog(api, { id: ANCHOR, origin, keys }, seen.heads.get(origin))
    if ('problem' in watched) return { log: { problem: watched.problem, origin }, build: undefined }

    const { head, before } = watched
    await rememberLogs(memory, ANYBODY, {
      keys: bare,
      heads: new Map([...seen.heads, [origin, { ...head, atMs: nowMs }]]),
    })
    const isAnother = [...seen.heads.keys()].some((known) => known !== origin)
    return {
      log: { origin, head, before, isAnother },
      build: manifest === undefined ? undefined : await findBuild(api, head, manifest),
    }
  })
}

async function readKeys(api: LogApi): Promise<{ origin: string; keys: string[] }> {
  const { logs } = parsePolicy(await (await api.fetch('/audit/v1/policy', {})).text())
  return { origin: logs[0]?.key.name ?? '', keys: logs.map(({ key }) => formatVerifierKey(key)) }
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
