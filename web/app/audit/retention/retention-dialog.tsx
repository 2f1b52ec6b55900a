import { useState } from 'react'
import type { AuditCategory } from '#contract/audit/audit-events.ts'
import { RETENTION_LIMITS } from '#contract/compliance/retention.ts'
import type { RetentionRule } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { retention as text } from '#web/messages/audit/retention.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { daysInWords } from './retention-time.ts'
import { useRetentionWrite } from './use-retention-write.ts'

const YEAR = 365.25
const OFFERED = [RETENTION_LIMITS.least, 60, 90, 180, 400, ...[2, 3, 5, 7, 10].map((years) => Math.ceil(years * YEAR))]
const NONE = ''

type Props = { category: AuditCategory | null; rule: RetentionRule | null; onClose: () => void }

export function RetentionDialog({ category, rule, onClose }: Props) {
  const title = category === null ? '' : text.form.title(auditWords.categories[category] ?? category)
  return (
    <Dialog isOpen={category !== null} onClose={onClose} title={title}>
      {category !== null && rule !== null && <RetentionForm category={category} rule={rule} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { category: AuditCategory; rule: RetentionRule; onDone: () => void }

/** Sooner is asked about: what was removed does not come back. */
function RetentionForm({ category, rule, onDone }: FormProps) {
  const { audit } = useVault()
  const [days, setDays] = useState(rule.days)
  const [chosenWhere, setWhereDays] = useState(rule.whereDays)
  const [isAsked, setAsked] = useState(false)
  const whereDays = chosenWhere !== null && (days === null || chosenWhere < days) ? chosenWhere : null
  const save = useRetentionWrite(audit.changeRetention, {
    done: text.form.saved,
    failed: text.form.notSaved,
    onDone,
  })
  const write = () => save.mutate({ category, days, whereDays })
  const isSooner = isLess(days, rule.days) || isLess(whereDays ?? days, rule.whereDays ?? rule.days)
  return (
    <Form onSubmit={() => (isSooner ? setAsked(true) : write())}>
      <SelectField
        isInForm
        label={text.form.keep}
        value={String(days ?? NONE)}
        onChange={(value) => setDays(numberOf(value))}
        options={optionsOf(OFFERED, rule.days, text.forGood)}
      />
      <SelectField
        isInForm
        label={text.form.where}
        value={String(whereDays ?? NONE)}
        onChange={(value) => setWhereDays(numberOf(value))}
        options={optionsOf(
          OFFERED.filter((offered) => days === null || offered < days),
          whereDays,
          text.form.asRest,
        )}
      />
      <Text tone="hint">{text.form.hint}</Text>
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? text.form.saving : text.form.save}
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title={text.ask.title}
        text={text.ask.text}
        confirmLabel={text.ask.confirm}
        cancelLabel={m.common.cancel}
        onConfirm={write}
        onClose={() => setAsked(false)}
      />
    </Form>
  )
}

const isLess = (days: number | null, than: number | null): boolean => (days ?? Infinity) < (than ?? Infinity)
const numberOf = (value: string): number | null => (value === NONE ? null : Number(value))

function optionsOf(offered: readonly number[], current: number | null, none: string): [string, string][] {
  const all = [...new Set([...offered, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b)
  return [...all.map((days): [string, string] => [String(days), daysInWords(days)]), [NONE, none]]
}
