import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { INVOICE_FILTERS } from '#contract/invoicing/invoices.ts'
import { onBillingReturn } from '#web/lib/billing-return.ts'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import type { InvoiceRules, ListedInvoice } from '#web/lib/remote/vault-client.ts'
import { invoices as text } from '#web/messages/invoicing/invoices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { nameOf } from './billing-words.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { INVOICING_KEY, invoicesQuery } from './invoicing.queries.ts'

const ROW_PX = 48

/** Issued invoices of the organisation. State and year are in the address. */
export function InvoicesPart() {
  const [parameters, setParameters] = useSearchParams()
  const year = Number(parameters.get('year'))
  const rules: InvoiceRules = {
    state: INVOICE_FILTERS.find((one) => one === parameters.get('state')) ?? null,
    year: Number.isInteger(year) && year > 0 ? year : null,
  }
  const query = useQuery(invoicesQuery(useVault().invoicing, rules))
  const write = (name: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}>
      {({ invoices, years, is_payable: isPayable }) => (
        <Card>
          <FilterRow rules={rules} years={years} onChange={write} />
          {invoices.length === 0 ? <Nothing isFiltered={rules.state !== null || rules.year !== null} /> : null}
          {invoices.length > 0 && <Payable invoices={invoices} isPayable={isPayable} />}
        </Card>
      )}
    </QueryView>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState seed={text.noneFits} title={text.noneFits} text={text.noneFitsText} />
  ) : (
    <EmptyState seed={text.empty} title={text.empty} text={text.emptyText} />
  )

type FilterProps = { rules: InvoiceRules; years: readonly number[]; onChange: (name: string, value: string) => void }

function FilterRow({ rules, years, onChange }: FilterProps) {
  const { invoicing } = useVault()
  const words = text.filter
  const save = useAction(() => invoicing.export(rules), {
    done: () => undefined,
    failed: words.exportFailed,
    keys: [],
    onDone: (file) => void saveCsv('invoices.csv', file),
  })
  return (
    <div className="flex flex-wrap items-end gap-3 p-4">
      <SelectField
        label={words.state}
        value={rules.state ?? ''}
        onChange={(value) => onChange('state', value)}
        options={[['', words.all], ...INVOICE_FILTERS.map((one) => [one, words.of(one)] as const)]}
      />
      <SelectField
        label={words.year}
        value={rules.year === null ? '' : String(rules.year)}
        onChange={(value) => onChange('year', value)}
        options={[['', words.allYears], ...years.map((year) => [String(year), String(year)] as const)]}
      />
      <Reached line="GET /invoicing/v1/invoices/export">
        <Button variant="outline" className="ml-auto" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          <Download size={16} aria-hidden="true" />
          {words.export}
        </Button>
      </Reached>
    </div>
  )
}

/** The list, with what pays an open one. The page of the provider opens in a tab of its own, so that the vault stays open in this one. */
function Payable({ invoices, isPayable }: { invoices: readonly ListedInvoice[]; isPayable: boolean }) {
  const { invoicing, installation } = useVault()
  const queries = useQueryClient()
  const biller = useQuery({ ...installationQuery(installation), select: (facts) => facts.biller })
  const [opened, setOpened] = useState<string | null>(null)
  const refresh = () => void queries.invalidateQueries({ queryKey: [INVOICING_KEY, 'invoices'] })
  const comeBack = useEffectEvent(() => {
    setOpened(null)
    refresh()
  })
  useEffect(() => onBillingReturn(comeBack), [])
  const pay = useAction((invoice: ListedInvoice) => invoicing.pay(invoice.id), {
    done: () => undefined,
    failed: text.pay.failed,
    keys: [],
    onDone: (url) => {
      globalThis.open(url, '_blank', 'noopener')
      setOpened(url)
    },
  })
  return (
    <>
      {(opened !== null || (isPayable && biller.data === 'sandbox')) && (
        <div className="flex flex-col gap-3 px-4 pb-4">
          {isPayable && biller.data === 'sandbox' && <Notice tone="attention">{text.pay.test}</Notice>}
          {opened !== null && <Opened url={opened} onCheck={refresh} />}
        </div>
      )}
      <InvoiceTable
        invoices={invoices}
        renderActs={(invoice) =>
          isPayable && invoice.kind === 'invoice' && invoice.status === 'issued' ? (
            <Reached line="POST /invoicing/v1/invoices/:id/checkout">
              <Button
                size="sm"
                aria-label={text.pay.label(nameOf(invoice))}
                isBusy={pay.isPending && pay.variables.id === invoice.id}
                onClick={() => pay.mutate(invoice)}
              >
                {text.pay.submit}
              </Button>
            </Reached>
          ) : null
        }
      />
    </>
  )
}

function Opened({ url, onCheck }: { url: string; onCheck: () => void }) {
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap items-center gap-3">
          <TextLink to={url} reloadDocument target="_blank" rel="noopener">
            {text.pay.again}
          </TextLink>
          <Button size="sm" variant="outline" onClick={onCheck}>
            {text.pay.check}
          </Button>
        </span>
      }
    >
      {text.pay.opened}
    </Notice>
  )
}
