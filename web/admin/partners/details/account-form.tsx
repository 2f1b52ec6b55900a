import { useState } from 'react'
import type { Partner, Programme } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'

const words = text.account

/** Whose account sees what is of this partner. */
export function AccountForm({ partner, programme: { people } }: { partner: Partner; programme: Programme }) {
  const { partners } = useVault()
  const linked = partner.account_id ?? ''
  const [chosen, setChosen] = useState(linked)
  const save = useAction(() => partners.linkAccount(partner.id, chosen === '' ? null : chosen, partner.version), {
    done: () => (chosen === '' ? words.unlinked : words.linked),
    failed: text.failedChange,
    keys: [PARTNERS_KEY],
    isQuiet: true,
  })
  const isFormer = linked !== '' && people.every(({ id }) => id !== linked)
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <Heading look="small">{words.title}</Heading>
      <Text tone="soft" size="xs">
        {people.length === 0 ? words.nobodyHas : words.text}
      </Text>
      {(people.length > 0 || isFormer) && (
        <Form onSubmit={() => save.mutate(undefined)}>
          {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
          <SelectField
            isInForm
            label={words.person}
            value={chosen}
            onChange={setChosen}
            options={[
              ['', words.nobody],
              ...(isFormer ? [[linked, words.former] as const] : []),
              ...people.map(({ id, name }) => [id, name] as const),
            ]}
          />
          <Button
            type="submit"
            variant="outline"
            isBusy={save.isPending}
            disabled={chosen === linked}
            className="self-start"
          >
            {words.save}
          </Button>
        </Form>
      )}
    </section>
  )
}
