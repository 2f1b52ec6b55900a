import { Download, FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { quoteNumber, type QuoteState } from '#contract/sales/quotes.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { ListedQuote } from '#web/lib/remote/vault-client.ts'
import { quotes as text } from '#web/messages/sales/quotes.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { SALES_KEY } from '../sales.queries.ts'
import { dayOf, money } from '../sales-words.ts'

const TONE = {
  draft: 'plain',
  sent: 'copper',
  accepted: 'brand',
  declined: 'warn',
  replaced: 'plain',
} as const satisfies Record<QuoteState, string>

/** How a quote is called: a draft by the number of what it revises, if there is one. */
function nameOf({ status, year, number, revision }: ListedQuote): string {
  if (year === null || number === null) return text.draft
  if (status === 'draft') return text.revisionOf(quoteNumber({ year, number, revision: revision - 1 }))
  return quoteNumber({ year, number, revision })
}

type Props = { quotes: readonly ListedQuote[]; onEdit: (id: string | null) => void }

/** Quotes for a deal, newest first. */
export function QuoteList({ quotes, onEdit }: Props) {
  return (
    <section aria-label={text.title} className="flex flex-col gap-2">
      <Heading look="small">{text.title}</Heading>
      {quotes.length === 0 ? (
        <Text tone="soft">{text.empty}</Text>
      ) : (
        <RowList label={text.title}>
          {quotes.map((quote) => (
            <QuoteRow key={quote.id} quote={quote} onEdit={() => onEdit(quote.id)} />
          ))}
        </RowList>
      )}
      <Button variant="outline" className="self-start" onClick={() => onEdit(null)}>
        <FilePlus2 size={16} aria-hidden="true" />
        {text.add}
      </Button>
    </section>
  )
}

function QuoteRow({ quote, onEdit }: { quote: ListedQuote; onEdit: () => void }) {
  const { sales } = useVault()
  const name = nameOf(quote)
  const download = useAction(() => sales.downloadQuote(quote.id), {
    done: () => undefined,
    failed: text.pdfFailed,
    keys: [],
    onDone: (file) => saveBlob(`${quote.status === 'draft' ? 'draft' : name}.pdf`, file),
  })
  return (
    <li className="flex flex-col gap-2 py-2.5 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            {name}
            <Badge tone={TONE[quote.status]}>{text.state(quote.status)}</Badge>
          </p>
          <Text tone="soft" size="xs" className="tabular-nums">
            {money(quote.total_minor, quote.currency)} · {text.validUntil(dayOf(quote.valid_on))}
          </Text>
        </div>
        <IconButton label={text.pdf(name)} disabled={download.isPending} onClick={() => download.mutate(undefined)}>
          <Download size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <QuoteActs quote={quote} onEdit={onEdit} />
    </li>
  )
}

type Act = 'send' | 'accepted' | 'declined' | 'revise' | 'remove'
const DONE: Record<Act, () => string> = {
  send: () => text.sent,
  accepted: () => text.answered,
  declined: () => text.answered,
  revise: () => text.revised,
  remove: () => text.removed,
}

function QuoteActs({ quote: { id, status, version }, onEdit }: { quote: ListedQuote; onEdit: () => void }) {
  const { sales } = useVault()
  const [isAsked, setAsked] = useState(false)
  const act = useAction(
    async (what: Act) => {
      if (what === 'send') await sales.sendQuote(id, version)
      else if (what === 'revise') await sales.reviseQuote(id)
      else if (what === 'remove') await sales.removeQuote(id)
      else await sales.answerQuote(id, what, version)
      return what
    },
    { done: (what) => DONE[what](), failed: text.failed, keys: [SALES_KEY] },
  )
  const button = (what: Act, label: string) => (
    <Button key={what} size="sm" variant="outline" onClick={() => act.mutate(what)}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-1.5 empty:hidden">
      {status === 'draft' && (
        <>
          <Button size="sm" variant="outline" onClick={onEdit}>
            {text.edit}
          </Button>
          <Reached line="POST /sales/v1/quotes/:id/sendings">
            <Button size="sm" variant="outline" onClick={() => setAsked(true)}>
              {text.send}
            </Button>
          </Reached>
          {button('remove', text.remove)}
          <AlertDialog
            isOpen={isAsked}
            title={text.sendTitle}
            text={text.sendText}
            confirmLabel={text.sendYes}
            cancelLabel={text.cancel}
            onConfirm={() => act.mutate('send')}
            onClose={() => setAsked(false)}
          />
        </>
      )}
      {status === 'sent' && [button('accepted', text.accepted), button('declined', text.declined)]}
      {(status === 'sent' || status === 'declined') && button('revise', text.revise)}
    </div>
  )
}
