import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { SettingsField, SettingValues } from './settings.ts'

type Props<Values> = {
  field: SettingsField<Values>
  values: Values
  onChange: (value: string | boolean) => void
  /** Somebody has tried to save. */
  isSent: boolean
}

/** The control of one setting. */
export function SettingControl<Values extends SettingValues>({ field, values, onChange, isSent }: Props<Values>) {
  const { label, hint } = field
  const value = values[field.name]
  if (field.kind === 'switch') {
    return <Checkbox label={label} checked={value === true} onCheckedChange={onChange} {...(hint && { hint })} />
  }
  const text = typeof value === 'string' ? value : ''
  if (field.kind === 'choice') {
    return (
      <>
        <SelectField isInForm label={label} value={text} onChange={onChange} options={field.options} />
        {isSent && text === '' && field.missing && <Notice tone="error">{field.missing}</Notice>}
      </>
    )
  }
  const { kind, name, check, clean: _, ...look } = field
  const control = {
    ...look,
    name,
    value: text,
    onValueChange: onChange,
    ...(check && { validate: (given: string) => check(given, values) }),
  }
  return kind === 'area' ? <TextArea {...control} /> : <TextField autoComplete="off" {...control} />
}
