import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { LedgerFault, LedgerReport, LedgerState } from '#web/lib/remote/vault-client.ts'
import { formatCount, formatShortDateTime } from '#web/lib/format.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { AcceptLog } from './accept-log.tsx'
import { LedgerSheet } from './ledger-sheet.tsx'
import { ReceiptAlarms } from './receipts.tsx'

/** One line above a list of events: how long the log is, and whether it continues what this browser saw. */
export function LedgerBar({ report }: { report: UseQueryResult<LedgerReport> }) {
  const [isOpen, setOpen] = useState(false)
  const { log, receipts } = report.data ?? {}
  if (report.isError && !report.data) {
    return (
      <Notice
        tone="attention"
        action={<TextButton onClick={() => void report.refetch()}>{auditWords.retry}</TextButton>}
      >
        {ledger.notChecked}
      </Notice>
    )
  }
  if (!log) return <p className="text-sm text-ink-2">{report.data ? ledger.notSigned : ledger.checking}</p>
  if ('problem' in log) {
    return (
      <div className="grid gap-2">
        {receipts && <ReceiptAlarms report={receipts} />}
        <LedgerAlarm fault={log} />
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      {log.witnesses?.state === 'late' && <WitnessAlarm isOther={log.witnesses.isOther} />}
      {log.isAnchorLate && <AnchorAlarm />}
      {receipts && <ReceiptAlarms report={receipts} />}
      <div className="flex items-start gap-2 text-sm text-ink-2">
        <ShieldCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
        <p className="min-w-0">
          {ledger.entries(formatCount(log.size), log.size)} {continues(log)} {witnessed(log)}{' '}
          <TextButton onClick={() => setOpen(true)}>{ledger.details}</TextButton>
        </p>
        <LedgerSheet log={isOpen ? log : null} report={report.data} onClose={() => setOpen(false)} />
      </div>
    </div>
  )
}

function witnessed({ witnesses }: LedgerState): string {
  if (!witnesses || witnesses.state === 'late') return ''
  const { witness } = ledger
  if (witnesses.state === 'none') return witness.none
  return witness.signed(formatCount(witnesses.signed.length), formatCount(witnesses.of))
}

function continues({ before, size }: LedgerState): string {
  if (!before) return ledger.firstSeen
  const when = formatShortDateTime(new Date(before.atMs))
  return before.size === size ? ledger.sameAs(when) : ledger.continues(when, formatCount(before.size))
}

function LedgerAlarm({ fault: { problem, origin, missing, asOfMs } }: { fault: LedgerFault }) {
  const vault = useVault()
  return (
    <Notice
      tone="error"
      action={
        <div className="flex flex-col items-start gap-2 font-normal">
          {missing && <p>{missingText(missing)}</p>}
          {problem === 'restored' && asOfMs !== undefined && (
            <p>{ledger.missing.asOf(formatShortDateTime(new Date(asOfMs)))}</p>
          )}
          {problem === 'restored' && <p>{ledger.missing.claim}</p>}
          <p>{ledger.ask}</p>
          <p className="font-mono text-xs wrap-anywhere">{origin}</p>
          <AcceptLog words={ledger.accept} onAccept={() => vault.ledger.accept(problem)} looksAgain="ledger" />
        </div>
      }
    >
      {ledger.problems[problem]}
    </Notice>
  )
}

/** What is gone, and of what is left how much is proved. */
function missingText({ seen, atMs, left, proved }: NonNullable<LedgerFault['missing']>): string {
  const { missing } = ledger
  const numbers = missing.left(formatShortDateTime(new Date(atMs)), formatCount(seen), formatCount(left))
  if (left === 0) return numbers
  if (proved === left) return `${numbers} ${missing.same}`
  return `${numbers} ${proved === 0 ? missing.unknown : missing.partly(formatCount(proved))}`
}

/** So looks a log that is shown to one person alone. */
function WitnessAlarm({ isOther }: { isOther: boolean }) {
  const vault = useVault()
  const { witness } = ledger
  return (
    <Notice
      tone="attention"
      action={
        <div className="flex flex-col items-start gap-2 font-normal">
          <p>{witness.lateText}</p>
          {isOther && <p>{witness.other}</p>}
          {isOther && (
            <AcceptLog words={witness.accept} onAccept={() => vault.ledger.accept('witnesses')} looksAgain="ledger" />
          )}
        </div>
      }
    >
      {witness.late}
    </Notice>
  )
}

/** And so. It goes away by itself when the anchor log names the log. */
function AnchorAlarm() {
  const { late, lateText } = ledger.anchor
  return (
    <Notice tone="attention" action={<p className="font-normal">{lateText}</p>}>
      {late}
    </Notice>
  )
}
