import type { StatedBuild } from '#ledger/events/build-statement.ts'
import type { CheckedAnchor } from '#vault/ledger/anchor-log.ts'
import type { KeyBook } from '#vault/ledger/listings/key-book.ts'
import type { WitnessReport } from '#vault/ledger/witnesses.ts'
import type { checkTimestamp } from '../../delivery/log-timestamp.ts'
import { printable } from '../../output.ts'
import { behind, type copyAt, describeCopy } from './compare-log.ts'

export type ListedBuild = StatedBuild & { readonly index: number }
export type FineLog = Exclude<CheckedAnchor['log'], { problem: unknown }>

type Verified = {
  server: string
  log: FineLog
  builds: readonly ListedBuild[]
  keys: KeyBook
  /** Of a mirror, where one was named. */
  copy: Awaited<ReturnType<typeof copyAt>> | undefined
  stamp: Awaited<ReturnType<typeof checkTimestamp>> | undefined
}

/** What a log was found to hold, as programs and as people read it. */
export function reportLog(verified: Verified): [value: unknown, lines: string[]] {
  const root = Buffer.from(verified.log.head.root).toString('hex')
  const { before } = verified.log
  const seen = before && { size: before.size, at: new Date(before.atMs).toISOString() }
  return [valueOf(verified, root, seen), linesOf(verified, root, seen)]
}

type Seen = { size: number; at: string } | undefined

function valueOf({ server, log, builds, keys, copy, stamp }: Verified, root: string, seen: Seen): unknown {
  return {
    server,
    log: { origin: log.origin, size: log.head.size, root },
    seen_before: seen ?? null,
    new_builds: builds,
    people: keys.people,
    replaced_keys: keys.replaced,
    statements: keys.statements,
    second_statements: keys.secondStatements,
    witnesses: log.witnesses,
    mirror: copy
      ? { size: copy.head.size, same_entries: copy.compared?.shared ?? 0, behind: behind(copy.compared) }
      : null,
    timestamp: stamp ? { size: stamp.size, at: stamp.at.toISOString(), authority: stamp.authority } : null,
  }
}

function linesOf({ log, builds, keys, copy, stamp }: Verified, root: string, seen: Seen): string[] {
  return [
    `Log     ${printable(log.origin)}: ${log.head.size} entries, root ${root.slice(0, 16)}, both signatures hold`,
    seen
      ? `Seen    contains all ${seen.size} entries that this computer saw on ${seen.at}`
      : 'Seen    for the first time: from now on this computer notices when it is rewritten',
    `Witness ${describeWitnesses(log.witnesses)}`,
    ...(copy ? [`Mirror  ${describeCopy(copy)}`] : []),
    ...(stamp
      ? [`Stamped ${stamp.size} entries existed on ${stamp.at.toISOString()}, says ${printable(stamp.authority)}`]
      : []),
    `Keys    of ${keys.people} people: each list of them follows from the entries before`,
    `Signed  ${keys.statements} lists of members or recovery policies: all follow from the entries as well`,
    ...keys.replaced.map(({ index, person, number }) => {
      return `Keys    of person ${person.slice(0, 16)} were replaced at entry ${index}, their number ${number}: ask why`
    }),
    ...keys.secondStatements.map(({ index }) => {
      return `Signed  at entry ${index}: a list of members or a recovery policy beside another one of its number: ask why`
    }),
    ...builds.map(({ index, version, sha256 }) => {
      return `Build   ${sha256.slice(0, 12)}, version ${printable(version)}, listed at entry ${index}`
    }),
  ]
}

function describeWitnesses(report: WitnessReport): string {
  if (report.state === 'none') return 'nobody besides the server vouches for it'
  const names = report.signed.map(({ name, atMs, keepsEntries }) => {
    const what = keepsEntries ? ' (keeps the entries as well)' : ''
    return `${printable(name)}${what} on ${new Date(atMs).toISOString()}`
  })
  const other = report.isOther ? '; the server names others by now, which this computer does not count' : ''
  return `signed by ${names.join(', ')}${other}`
}
