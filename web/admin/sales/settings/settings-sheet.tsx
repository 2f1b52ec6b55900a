import { useState } from 'react'
import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { CURRENCIES, type Currency } from '#contract/sales/money.ts'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { StagesForm } from './stages-form.tsx'

const words = text.settings

type Props = { isOpen: boolean; pipeline: Pipeline; onClose: () => void }

/** The stages of the pipeline, its currency, and who offers. */
export function SettingsSheet({ isOpen, pipeline, onClose }: Props) {
  const { currency, seller } = pipeline.settings
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title}>
      {/* What somebody else stored begins a form again. */}
      <StagesForm key={JSON.stringify(pipeline.stages)} pipeline={pipeline} />
      <MoneyForm key={`${currency} ${seller}`} pipeline={pipeline} />
    </Sheet>
  )
}

function MoneyForm({ pipeline: { settings } }: { pipeline: Pipeline }) {
  const { sales } = useVault()
  const [currency, setCurrency] = useState<Currency>(settings.currency)
  const save = useAction((seller: string) => sales.saveSettings({ currency, seller, version: settings.version }), {
    done: words.saved,
    failed: text.failedChange,
    keys: [SALES_KEY],
    isQuiet: true,
  })
  return (
    <section aria-label={words.money} className="flex flex-col gap-3">
      <Heading look="small">{words.money}</Heading>
      <Form onSubmit={({ seller = '' }) => save.mutate(seller.trim())}>
        {settings.is_fixed ? (
          <div className="text-sm">
            <p className="font-semibold">{words.currency}</p>
            <p>{settings.currency}</p>
            <Text tone="soft" size="xs">
              {words.currencyFixed}
            </Text>
          </div>
        ) : (
          <SelectField
            isInForm
            label={words.currency}
            value={currency}
            onChange={(chosen) => setCurrency(CURRENCIES.find((one) => one === chosen) ?? currency)}
            options={CURRENCIES.map((one) => [one, one] as const)}
          />
        )}
        <TextArea
          name="seller"
          label={words.seller}
          hint={words.sellerHint}
          rows={4}
          maxLength={DEAL_LIMITS.sellerCharacters}
          defaultValue={settings.seller}
          isOptional
        />
        <Button type="submit" isBusy={save.isPending} className="self-start">
          {words.save}
        </Button>
      </Form>
    </section>
  )
}
