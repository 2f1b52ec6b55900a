import type { LedgerState } from '#web/lib/remote/vault-client.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import { ledger } from '#web/messages/ledger.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { hexOf } from './hex.ts'

/** What is behind the line: name, root, keys, and who vouches for the log besides this server. */
export function LedgerSheet({ log, onClose }: { log: LedgerState | null; onClose: () => void }) {
  return (
    <Sheet isOpen={log !== null} onClose={onClose} title={ledger.sheet.title}>
      {log && <LedgerFacts log={log} />}
    </Sheet>
  )
}

function Witnesses({ report, time }: { report: LedgerState['witnesses']; time: (at: number) => string }) {
  const { sheet, witness } = ledger
  if (!report || report.state === 'none') return sheet.noWitness
  if (report.signed.length === 0) return sheet.noSignature
  return (
    <>
      {report.signed.map(({ name, atMs }) => (
        <p key={name}>{sheet.witnessed(name, time(atMs))}</p>
      ))}
      {report.isOther && <Text tone="soft">{witness.other}</Text>}
    </>
  )
}

function anchorText({ anchored, isAnchorLate }: LedgerState): string {
  if (anchored) return ledger.sheet.anchored(formatCount(anchored.size))
  return isAnchorLate ? ledger.anchor.late : ledger.sheet.notAnchored
}

function LedgerFacts({ log }: { log: LedgerState }) {
  const { sheet } = ledger
  const time = (at: string | number) =>
    new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <>
      <Text tone="soft">{sheet.lead}</Text>
      <FactList
        facts={[
          [sheet.name, <Mono key="name">{log.origin}</Mono>],
          [sheet.size, formatCount(log.size)],
          [sheet.root, <Mono key="root">{hexOf(log.root)}</Mono>],
          ...(log.signedAt ? [[sheet.signed, time(log.signedAt)] satisfies [string, string]] : []),
          [sheet.signatures, sheet.both],
          [
            sheet.seen,
            log.before
              ? sheet.proved(time(log.before.atMs), formatCount(log.before.size), formatCount(log.proofHashes))
              : ledger.firstSeen,
          ],
          [sheet.anchor, anchorText(log)],
          [sheet.witnesses, <Witnesses key="witnesses" report={log.witnesses} time={time} />],
          ...(log.imported > 0
            ? [[sheet.imported, sheet.importedText(formatCount(log.imported), log.imported)] satisfies [string, string]]
            : []),
        ]}
      />
      <Text tone="soft">{sheet.limits}</Text>
    </>
  )
}
