import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Certification, RECORDED_STATUSES, type RecordedStatus } from '#contract/compliance/certification-state.ts'
import { m } from '#web/messages/app.ts'
import { compliance as words } from '#web/messages/compliance.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { positionProblem, recordFields, untilProblem } from './record-fields.ts'

const text = words.form

/** Everything about a record that people write. @param record null for a new one. */
export function RecordForm({ record, onSaved }: { record: Certification | null; onSaved: () => void }) {
  const { compliance } = useVault()
  const queries = useQueryClient()
  const [status, setStatus] = useState<RecordedStatus>(record?.recorded_status ?? 'Implemented')
  const [hasReport, setHasReport] = useState(record?.report_available ?? false)
  const save = useMutation({
    mutationFn: (values: Record<string, string>) =>
      compliance.save(record?.id ?? null, recordFields(values, { status, hasReport })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['certifications'] })
      toastDone(words.saved, words.savedText)
      onSaved()
    },
  })
  return (
    <Form onSubmit={(values) => save.mutate(values)}>
      {save.error && <Notice tone="error">{m.files.because(text.saveFailed, sentenceFor(save.error))}</Notice>}
      <TextField name="name" label={text.name} defaultValue={record?.name} maxLength={120} />
      <TextArea
        name="description"
        label={text.description}
        isOptional
        rows={3}
        maxLength={600}
        defaultValue={record?.description ?? ''}
      />
      <div>
        <SelectField
          label={text.status}
          isInForm
          value={status}
          onChange={(value) => setStatus(RECORDED_STATUSES.find((one) => one === value) ?? status)}
          options={RECORDED_STATUSES.map((one) => [one, text.statuses[one]] as const)}
        />
        <Text tone="hint" size="xs" className="mt-1.5">
          {text.statusHint}
        </Text>
      </div>
      <TextField
        name="issuer"
        label={text.issuer}
        hint={text.issuerHint}
        isOptional
        maxLength={200}
        defaultValue={record?.issuer ?? ''}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="from" type="date" label={text.from} isOptional defaultValue={record?.valid_from ?? ''} />
        <TextField
          name="until"
          type="date"
          label={text.until}
          hint={text.untilHint}
          isOptional
          defaultValue={record?.valid_until ?? ''}
          validate={untilProblem}
        />
      </div>
      <TextField
        name="position"
        label={text.position}
        hint={text.positionHint}
        inputMode="numeric"
        defaultValue={String(record?.position ?? 100)}
        validate={positionProblem}
      />
      <Checkbox checked={hasReport} onCheckedChange={(checked: boolean) => setHasReport(checked)} label={text.report} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? text.saving : text.save}
      </Button>
    </Form>
  )
}
