import { BUYER_LIMITS } from '#contract/invoicing/contracts.ts'
import type { Buyer, BuyerFields } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import type { SettingsField } from '#web/parts/form/settings.ts'
import { SettingsForm } from '#web/parts/form/settings-form.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { ReachedFields } from '#web/parts/rights/reached.tsx'
import { INVOICING_KEY } from '../invoicing.queries.ts'
import { sideFields } from './side-fields.ts'

const words = text.details

/** Who pays, as invoices say it. */
export function BuyerForm({ stored }: { stored: Buyer | null }) {
  const { invoicing } = useVault()
  return (
    <CardSection aria-label={words.title} className="flex max-w-2xl flex-col gap-4 p-4">
      <Heading>{words.title}</Heading>
      <Text tone="soft">{words.text}</Text>
      <ReachedFields line="PUT /invoicing/v1/buyer">
        <SettingsForm<BuyerFields>
          fields={[...sideFields<BuyerFields>(), ...buyerFields()]}
          stored={stored}
          version={stored?.version ?? 0}
          save={(fields, version) => invoicing.saveBuyer(fields, version)}
          words={words}
          keys={[INVOICING_KEY]}
        />
      </ReachedFields>
    </CardSection>
  )
}

const buyerFields = (): SettingsField<BuyerFields>[] => [
  {
    kind: 'text',
    name: 'purchase_reference',
    label: words.reference,
    maxLength: BUYER_LIMITS.referenceCharacters,
    isOptional: true,
  },
  {
    kind: 'text',
    name: 'email',
    type: 'email',
    label: words.email,
    maxLength: BUYER_LIMITS.emailCharacters,
    check: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : m.common.emailInvalid),
    clean: (email) => email.trim().toLowerCase(),
  },
]
