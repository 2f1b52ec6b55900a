import type { BuildListing, CheckedAnchor } from '#vault/ledger/anchor-log.ts'
import type { WitnessReport } from '#vault/ledger/witnesses.ts'
import { formatCount, formatDateTime } from '#web/lib/format.ts'
import { proof } from '#web/messages/site/proof.ts'
import type { OwnCode } from '#web/lib/remote/own-code.ts'
import type { PublicCheckpoint } from './public-checkpoint.ts'
import type { RoundTrip } from './round-trip.ts'
import type { VectorResult } from './run-vectors.ts'

/** `absent`: not counted, because there is nothing to check. */
type FactState = 'running' | 'passed' | 'failed' | 'absent'
export type Fact = { name: string; value: string; note: string; state: FactState }

export type ConnectionAnswer = { tls: { version: string | null; group: string | null } | null }
/** How the page itself was fetched, which a proxy in front of the server may have changed. */
export type PageAddress = { protocol: string; hostname: string }

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)}\u00a0ms`

/** The connection passes when its key exchange is hybrid; where there is nothing to protect or to see, it is not counted. */
export function connectionFact({ tls }: ConnectionAnswer, page: PageAddress): Fact {
  const text = proof.connection
  const fact = (value: string, note: string, state: FactState): Fact => ({ name: text.name, value, note, state })
  if (tls?.version && tls.group) {
    const isHybrid = tls.group.includes('MLKEM')
    const value = text.over(tls.version.replace('TLSv', 'TLS '), tls.group)
    return fact(value, isHybrid ? text.hybrid : text.classical, isHybrid ? 'passed' : 'failed')
  }
  if (page.protocol === 'https:') return fact(text.proxied, text.proxiedNote, 'absent')
  if (LOCAL.has(page.hostname)) return fact(text.plainLocal, text.plainLocalNote, 'absent')
  return fact(text.plain, text.plainNote, 'failed')
}

/** @param listing what the log says of the build; `not asked` where that failed */
export function codeFact({ compared, differing, sha256 }: OwnCode, listing?: BuildListing | 'not asked'): Fact {
  const { name, same, note, inLog, notAsked, notAskedNote, differs, differsNote, notInLog, notInLogNote } = proof.code
  const build = sha256.slice(0, 12)
  if (differing.length > 0) return { name, value: differs(differing), note: differsNote, state: 'failed' }
  const passed = (log: string): Fact => ({ name, value: same(compared, build), note: note + log, state: 'passed' })
  if (listing === undefined) return passed('')
  if (listing === 'not asked') return { name, value: notAsked, note: notAskedNote, state: 'failed' }
  if (listing.isListed) return passed(` ${inLog(formatCount(listing.index))}`)
  return { name, value: notInLog(build), note: notInLogNote, state: 'failed' }
}

export function agreementFact(trip: RoundTrip): Fact {
  const { name, times, note, paths, wrong } = proof.agreement
  const how = note(formatCount(trip.publicKeyBytes), formatCount(trip.encBytes), paths[trip.path])
  if (!trip.isSameSecret) return { name, value: wrong, note: how, state: 'failed' }
  const value = times(milliseconds(trip.makeMs), milliseconds(trip.wrapMs), milliseconds(trip.unwrapMs))
  return { name, value, note: how, state: 'passed' }
}

export function contentFact(trip: RoundTrip): Fact {
  const { name, times, note, wrong } = proof.content
  const named = name(`${trip.sampleBytes / 2 ** 20} MiB`)
  if (!trip.isSameContent) return { name: named, value: wrong, note, state: 'failed' }
  return { name: named, value: times(milliseconds(trip.sealMs), milliseconds(trip.openMs)), note, state: 'passed' }
}

export function vectorsFact(results: readonly VectorResult[]): Fact {
  const { name, counted, note } = proof.vectors
  const right = results.reduce((sum, one) => sum + one.right, 0)
  const count = results.reduce((sum, one) => sum + one.count, 0)
  return { name, value: counted(right, count), note, state: count > 0 && right === count ? 'passed' : 'failed' }
}

/** What the server signed last; not counted, because nothing here checks it. */
export function checkpointFact({ size, root }: PublicCheckpoint): Fact {
  const { name, size: sized, notChecked } = proof.log
  return { name, value: sized(formatCount(size), size, root.slice(0, 8)), note: notChecked, state: 'absent' }
}

/** A log that is not what this browser knows fails; one that took the place of another is for a person to judge, and not counted. */
export function logFact({ log }: CheckedAnchor): Fact {
  const { name, size, note, firstSeen, continues, another, problems, ask, late, lateNote } = proof.log
  if ('problem' in log) return { name, value: problems[log.problem], note: ask, state: 'failed' }
  const root = Array.from(log.head.root.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const value = size(formatCount(log.head.size), log.head.size, root)
  if (log.isAnother) return { name, value, note: another, state: 'absent' }
  if (log.witnesses.state === 'late') return { name, value: late, note: lateNote, state: 'failed' }
  const before = log.before ? continues(formatDateTime(new Date(log.before.atMs))) : firstSeen
  return { name, value, note: `${note} ${before} ${witnessed(log.witnesses)}`, state: 'passed' }
}

function witnessed(report: WitnessReport): string {
  const text = proof.log
  if (report.state === 'none') return text.unwitnessed
  return text.witnessed(formatCount(report.signed.length), formatCount(report.of))
}
