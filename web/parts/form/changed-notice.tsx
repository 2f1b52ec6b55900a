import { settingsForm as text } from '#web/messages/settings-form.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
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

/** Says what somebody else stored while a form was filled in, and what was typed there, and lets the person choose. */
export function ChangedNotice<Values extends SettingValues>({ fields, now, shown, changes, ...act }: Props<Values>) {
  return (
    <Notice
      tone="attention"
      action={
        <>
          <ul className="list-disc pl-4 text-ink">
            {fields.map((field) => (
              <li key={field.name} className="wrap-anywhere">
                {field.label}:{' '}
                {changes.includes(field) ? text.both(inWords(field, now), inWords(field, shown)) : inWords(field, now)}
              </li>
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={act.onTake}>
              {text.take}
            </Button>
            <Button size="sm" variant="outline" onClick={act.onKeep}>
              {text.keep}
            </Button>
          </div>
        </>
      }
    >
      {text.changed}
    </Notice>
  )
}
