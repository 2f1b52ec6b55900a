import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { Commission, PartnerStatement } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { monthOf } from '#web/parts/partners/partner-words.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'
import { openMonths } from './open-months.ts'

const words = text.statements

type Props = {
  partnerId: string
  commissions: readonly Commission[]
  statements: readonly PartnerStatement[]
}

/** Issues the statement of a month that has ended and has none yet. */
export function IssueStatement({ partnerId, commissions, statements }: Props) {
  const { partners } = useVault()
  const months = openMonths(commissions, statements, useNow())
  const [chosen, setChosen] = useState('')
  const month = months.find((one) => one === chosen) ?? months[0]
  const issue = useAction((of: string) => partners.issueStatement(partnerId, of), {
    done: words.issued,
    failed: text.failedChange,
    keys: [PARTNERS_KEY],
  })
  if (month === undefined) {
    return (
      <Text tone="hint" size="xs">
        {words.none}
      </Text>
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={words.month}
        value={month}
        onChange={setChosen}
        options={months.map((one) => [one, monthOf(one)] as const)}
        className="w-44"
      />
      <Button variant="outline" isBusy={issue.isPending} onClick={() => issue.mutate(month)}>
        {words.issue}
      </Button>
    </div>
  )
}
