import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LastTimestamp, LedgerReport, LedgerState, ReceiptReport } from '#web/lib/remote/vault-client.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import { ledger } from '#web/messages/ledger.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { timestampQuery } from './ledger.queries.ts'
import { toHex } from '#crypto/encoding.ts'

type Props = { log: LedgerState | null; report: LedgerReport | undefined; onClose: () => void }

/** What is behind the line: name, root, keys, and who vouches for the log besides this server. */
export function LedgerSheet({ log, report, onClose }: Props) {
  return (
    <Sheet isOpen={log !== null} onClose={onClose} title={ledger.sheet.title}>
      {log && report && <LedgerFacts log={log} report={report} />}
    </Sheet>
  )
}

function Witnesses({ report, time }: { report: LedgerState['witnesses']; time: (at: number) => string }) {
  const { sheet, witness } = ledger
  if (!report || report.state === 'none') return sheet.noWitness
  if (report.signed.length === 0) return sheet.noSignature
  return (
    <>
      {report.signed.map(({ name, atMs, keepsEntries }) => (
        <p key={name}>{(keepsEntries ? sheet.mirrored : sheet.witnessed)(name, time(atMs))}</p>
      ))}
      {report.isOther && <Text tone="soft">{witness.other}</Text>}
    </>
  )
}

function anchorText({ anchored, isAnchorLate }: LedgerState): string {
  if (anchored) return ledger.sheet.anchored(formatCount(anchored.size))
  return isAnchorLate ? ledger.anchor.late : ledger.sheet.notAnchored
}

function Timestamp({ stamp, time }: { stamp: LastTimestamp; time: (at: number) => string }) {
  const { stamp: words } = ledger
  if (stamp.state === 'of_something_else') return <span className="text-danger">{words.ofSomethingElse}</span>
  return (
    <>
      <p>{words.said(time(stamp.atMs), stamp.authority, formatCount(stamp.size))}</p>
      <Text tone="soft">{words.limits}</Text>
    </>
  )
}

function receiptsText({ waiting, elsewhere, dropped, broken, lacking }: ReceiptReport): string {
  const { receipts: words } = ledger
  const lacks = (lacking?.missing ?? 0) + (lacking?.bad ?? 0)
  const unchecked = elsewhere + dropped
  const parts = [
    broken.length > 0 && words.broken(formatCount(broken.length), broken.length),
    lacks > 0 && words.lacking(formatCount(lacks), lacks),
    waiting > 0 && words.waiting(formatCount(waiting), waiting),
    unchecked > 0 && words.unchecked(formatCount(unchecked), unchecked),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('. ') : words.noneOpen
}

function tookFact({ events, tookMs }: LedgerReport): [string, string][] {
  if (tookMs === undefined) return []
  const { took, tookValue } = ledger.sheet
  return [[took, tookValue(formatCount(Math.round(tookMs)), formatCount(events.size), events.size)]]
}

function LedgerFacts({ log, report }: { log: LedgerState; report: LedgerReport }) {
  const { sheet } = ledger
  const { receipts } = report
  const timestamp = useQuery(timestampQuery(useVault().ledger))
  const time = (at: string | number) =>
    new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <>
      <Text tone="soft">{sheet.lead}</Text>
      <FactList
        facts={[
          [sheet.name, <Mono key="name">{log.origin}</Mono>],
          [sheet.size, formatCount(log.size)],
          [sheet.root, <Mono key="root">{toHex(log.root)}</Mono>],
          ...(log.signedAt ? [[sheet.signed, time(log.signedAt)] satisfies [string, string]] : []),
          [sheet.signatures, sheet.both],
          ...tookFact(report),
          [
            sheet.seen,
            log.before
              ? sheet.proved(time(log.before.atMs), formatCount(log.before.size), formatCount(log.proofHashes))
              : ledger.firstSeen,
          ],
          [sheet.anchor, anchorText(log)],
          [sheet.witnesses, <Witnesses key="witnesses" report={log.witnesses} time={time} />],
          ...(timestamp.data
            ? [
                [sheet.timestamp, <Timestamp key="timestamp" stamp={timestamp.data} time={time} />] satisfies [
                  string,
                  ReactNode,
                ],
              ]
            : []),
          ...(receipts ? [[sheet.receipts, receiptsText(receipts)] satisfies [string, string]] : []),
          ...(log.imported > 0
            ? [[sheet.imported, sheet.importedText(formatCount(log.imported), log.imported)] satisfies [string, string]]
            : []),
        ]}
      />
      <Text tone="soft">{sheet.limits}</Text>
    </>
  )
}
