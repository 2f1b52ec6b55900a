import { DEAL_LIMITS } from '#contract/sales/deals.ts'
import { CURRENCIES } from '#contract/sales/money.ts'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import type { SettingsField } from '#web/parts/form/settings.ts'
import { SettingsForm } from '#web/parts/form/settings-form.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { SALES_KEY } from '../sales.queries.ts'
import { StagesForm } from './stages-form.tsx'

const words = text.settings

type Props = { isOpen: boolean; pipeline: Pipeline; onClose: () => void }

/** The stages of the pipeline, its currency, and who offers. */
export function SettingsSheet({ isOpen, pipeline, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title}>
      {/* What somebody else stored begins a form again. */}
      <StagesForm key={JSON.stringify(pipeline.stages)} pipeline={pipeline} />
      <MoneyForm pipeline={pipeline} />
    </Sheet>
  )
}

type Money = { currency: string; seller: string }

function MoneyForm({ pipeline: { settings } }: { pipeline: Pipeline }) {
  const { sales } = useVault()
  return (
    <section aria-label={words.money} className="flex flex-col gap-3">
      <Heading look="small">{words.money}</Heading>
      {settings.is_fixed && (
        <div className="text-sm">
          <p className="font-semibold">{words.currency}</p>
          <p>{settings.currency}</p>
          <Text tone="soft" size="xs">
            {words.currencyFixed}
          </Text>
        </div>
      )}
      <SettingsForm<Money>
        fields={moneyFields(settings.is_fixed)}
        stored={settings}
        version={settings.version}
        save={({ currency, seller }, version) =>
          sales.saveSettings({
            currency: CURRENCIES.find((one) => one === currency) ?? settings.currency,
            seller,
            version,
          })
        }
        words={{ ...words, failed: text.failedChange }}
        keys={[SALES_KEY]}
      />
    </section>
  )
}

const moneyFields = (isFixed: boolean): SettingsField<Money>[] => [
  ...(isFixed
    ? []
    : [
        {
          kind: 'choice',
          name: 'currency',
          label: words.currency,
          options: CURRENCIES.map((one) => [one, one] as const),
        } as const,
      ]),
  {
    kind: 'area',
    name: 'seller',
    label: words.seller,
    hint: words.sellerHint,
    rows: 4,
    maxLength: DEAL_LIMITS.sellerCharacters,
    isOptional: true,
  },
]
