import { useQuery } from '@tanstack/react-query'
import { Download, ShieldAlert } from 'lucide-react'
import { type ReceiptReport, type ShownReceipts, writeReceiptFile } from '#web/lib/remote/vault-client.ts'
import { saveText } from '#web/lib/files/save-text.ts'
import { dateLocale, formatCount } from '#web/lib/format.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice, Strip } from '#web/ui/feedback/notice.tsx'
import { useAccountState, useVault } from '#web/parts/vault/vault-context.ts'
import { AcceptLog } from './accept-log.tsx'
import { receiptsQuery } from './ledger.queries.ts'

/** So many are written out; all are in the file. */
const MOST_SHOWN = 5

const { receipts: words } = ledger
const time = (atMs: number): string =>
  new Date(atMs).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' })

/** Across every page while a promise is known to be broken. */
export function BrokenPromisesStrip() {
  const account = useAccountState()
  const userId = account.kind === 'open' ? account.userId : ''
  const { data } = useQuery({ ...receiptsQuery(useVault().ledger, userId), enabled: userId !== '' })
  if (!data || data.broken.length === 0) return null
  return (
    <Strip Icon={ShieldAlert}>
      <span className="min-w-0">{words.strip}</span>
    </Strip>
  )
}

/** Above a list of events: which promises were broken, and answers that promised nothing. */
export function ReceiptAlarms({ report: { broken, lacking } }: { report: ReceiptReport }) {
  const shown = { texts: broken.map(({ text }) => text), lackingAtMs: lacking?.atMs ?? null }
  return (
    <>
      {broken.length > 0 && (
        <Notice tone="error" action={<BrokenPromises broken={broken} shown={shown} />}>
          {words.broken(formatCount(broken.length), broken.length)}
        </Notice>
      )}
      {lacking && (
        <Notice
          tone="attention"
          action={
            <div className="flex flex-col items-start gap-2 font-normal">
              <p>{words.lackingText(time(lacking.atMs))}</p>
              {broken.length === 0 && <StopShowing shown={shown} />}
            </div>
          }
        >
          {words.lacking(formatCount(lacking.missing + lacking.bad), lacking.missing + lacking.bad)}
        </Notice>
      )}
    </>
  )
}

type Shown = { shown: ShownReceipts }

function BrokenPromises({ broken, shown }: Pick<ReceiptReport, 'broken'> & Shown) {
  return (
    <div className="flex flex-col items-start gap-2 font-normal">
      <p>{words.brokenText}</p>
      <ul className="grid gap-1">
        {broken.slice(0, MOST_SHOWN).map(({ problem, event, atMs, text }) => (
          <li key={text}>
            {words[problem](time(atMs))} <span className="block font-mono text-xs wrap-anywhere">{event}</span>
          </li>
        ))}
        {broken.length > MOST_SHOWN && <li>{words.more(formatCount(broken.length - MOST_SHOWN))}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => saveText('audit-receipts.txt', writeReceiptFile(broken))}>
          <Download size={16} aria-hidden="true" />
          {words.download}
        </Button>
        <StopShowing shown={shown} />
      </div>
    </div>
  )
}

function StopShowing({ shown }: Shown) {
  const vault = useVault()
  return <AcceptLog words={words.forget} onAccept={() => vault.ledger.forgetReceipts(shown)} looksAgain="ledger" />
}
