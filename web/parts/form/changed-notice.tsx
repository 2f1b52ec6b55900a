import { settingsForm as text } from '#web/messages/settings-form.ts'
import { MeanwhileNotice } from './meanwhile-notice.tsx'
import { inWords } from './setting-words.ts'
import type { SettingsField, SettingValues } from './settings.ts'

type Props<Values> = {
  /** Fields that somebody else changed. */
  fields: readonly SettingsField<Values>[]
  /** Values that are stored by now. */
  now: Values
  shown: Values
  /** Fields that were changed here. */
  changes: readonly SettingsField<Values>[]
  onTake: () => void
  onKeep: () => void
}

/** Says what somebody else stored while settings were changed, and what was typed there, and lets the person choose. */
export function ChangedNotice<Values extends SettingValues>({ fields, now, shown, changes, ...act }: Props<Values>) {
  const wordsOf = (field: SettingsField<Values>): string =>
    changes.includes(field) ? text.both(inWords(field, now), inWords(field, shown)) : inWords(field, now)
  return (
    <MeanwhileNotice
      said={text.changed}
      take={text.take}
      keep={text.keep}
      changes={fields.map((field) => [field.label, wordsOf(field)])}
      {...act}
    />
  )
}
