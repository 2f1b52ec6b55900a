import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUOTE_LANGUAGES, QUOTE_LIMITS, type QuoteLanguage, sumQuote } from '#contract/sales/quotes.ts'
import { useNow } from '#web/lib/clock.ts'
import { dateLocale } from '#web/lib/format.ts'
import type { Deal, Pipeline, Quote, QuoteFields } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { quotes as text } from '#web/messages/sales/quotes.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { quoteQuery, SALES_KEY } from '../sales.queries.ts'
import { money, today } from '../sales-words.ts'
import { type LineDraft, draftOf, linesOf, newLine } from './line-drafts.ts'
import { LineFields } from './line-fields.tsx'

const words = text.editor
const ROW_PX = 40
const VALID_DAYS = 30
const DAY_MS = 86_400_000

type Props = { id: string | null; deal: Deal; pipeline: Pipeline; onDone: () => void }

/** A draft of a quote, to write. @param id null makes a new one */
export function QuoteEditor({ id, ...props }: Props) {
  return id === null ? <QuoteForm {...props} /> : <LoadedForm id={id} {...props} />
}

function LoadedForm({ id, ...props }: Props & { id: string }) {
  const query = useQuery(quoteQuery(useVault().sales, id))
  return (
    <QueryView
      query={query}
      text={{ failed: words.loadFailed, retry: words.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
    >
      {(quote) => <QuoteForm quote={quote} {...props} />}
    </QueryView>
  )
}

/** Of the person, where quotes are written in it. */
const ownLanguage = (): QuoteLanguage => QUOTE_LANGUAGES.find((one) => dateLocale()?.startsWith(one)) ?? 'en'

function QuoteForm({ quote, deal, pipeline, onDone }: Omit<Props, 'id'> & { quote?: Quote }) {
  const { sales } = useVault()
  const currency = quote?.currency ?? pipeline.settings.currency
  // What the fields began with: a later version of the draft is refused, not mixed into what was typed.
  const [version] = useState(quote?.version ?? 0)
  const [language, setLanguage] = useState<QuoteLanguage>(quote?.language ?? ownLanguage())
  const [drafts, setDrafts] = useState<readonly LineDraft[]>(
    () => quote?.lines.map((line) => draftOf(line, currency)) ?? [newLine()],
  )
  const save = useAction(
    (fields: QuoteFields) => (quote ? sales.changeQuote(quote.id, fields, version) : sales.addQuote(deal.id, fields)),
    { done: words.saved, failed: text.failed, keys: [SALES_KEY], onDone, isQuiet: true },
  )
  const submit = ({ recipient = '', valid = '', terms = '' }: Record<string, string>) => {
    const lines = linesOf(drafts, currency)
    if (lines) save.mutate({ language, recipient: recipient.trim(), terms: terms.trim(), valid_on: valid, lines })
  }
  return (
    <Form onSubmit={submit}>
      <Heading look="small">{words.title}</Heading>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <ReaderFields quote={quote} deal={deal} />
      <SelectField
        isInForm
        label={words.language}
        value={language}
        onChange={(chosen) => setLanguage(QUOTE_LANGUAGES.find((one) => one === chosen) ?? language)}
        options={QUOTE_LANGUAGES.map((one) => [one, words.languageOf(one)] as const)}
      />
      <LineFields drafts={drafts} currency={currency} onChange={setDrafts} />
      <Sums drafts={drafts} currency={currency} />
      <TextArea
        name="terms"
        label={words.terms}
        rows={3}
        maxLength={QUOTE_LIMITS.termsCharacters}
        defaultValue={quote?.terms ?? ''}
        isOptional
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {save.isPending ? words.busy : words.save}
        </Button>
        <Button variant="outline" onClick={onDone}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  )
}

/** Whom it is for, and how long it holds. */
function ReaderFields({ quote, deal }: { quote: Quote | undefined; deal: Deal }) {
  const now = useNow()
  return (
    <>
      <TextArea
        name="recipient"
        label={words.recipient}
        hint={words.recipientHint}
        rows={4}
        maxLength={QUOTE_LIMITS.recipientCharacters}
        defaultValue={quote?.recipient ?? [deal.contact_company, deal.contact_name].filter(Boolean).join('\n')}
      />
      <TextField
        name="valid"
        type="date"
        min="2000-01-01"
        max="2199-12-31"
        label={words.valid}
        defaultValue={quote?.valid_on ?? today(new Date(now.getTime() + VALID_DAYS * DAY_MS))}
      />
    </>
  )
}

function Sums({ drafts, currency }: { drafts: readonly LineDraft[]; currency: Quote['currency'] }) {
  const lines = linesOf(drafts, currency)
  const sums = lines && sumQuote(lines)
  if (!sums) return <Text tone="soft">{words.sumsUnknown}</Text>
  return (
    <FactList
      isNarrow
      facts={[
        [words.net, money(sums.netMinor, currency)],
        [words.taxes, money(sums.taxMinor, currency)],
        [words.total, money(sums.totalMinor, currency)],
      ]}
    />
  )
}
