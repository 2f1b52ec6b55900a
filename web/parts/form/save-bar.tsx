import { PenLine } from 'lucide-react'
import { settingsForm as text } from '#web/messages/settings-form.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { SettingsField, SettingValues } from './settings.ts'
import { inWords } from './setting-words.ts'

type Props<Values> = {
  changes: readonly SettingsField<Values>[]
  /** Values before the changes. */
  before: Values
  label: string
  isBusy: boolean
  onUndo: () => void
}

/** Below settings while something is changed: what it is, undo and save. */
export function SaveBar<Values extends SettingValues>({ changes, before, label, isBusy, onUndo }: Props<Values>) {
  const [first] = changes
  const said =
    first && changes.length === 1
      ? text.one(first.label, inWords(first, before))
      : text.several(changes.length, changes.map((field) => field.label).join(', '))
  return (
    <div className="sticky bottom-0 z-1 empty:hidden">
      {first && (
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
          <PenLine size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
          <p aria-live="polite" className="min-w-0 flex-1 basis-40 text-ink-2 wrap-anywhere">
            {said}
          </p>
          <div className="ml-auto flex gap-2">
            <Button variant="ghost" size="sm" disabled={isBusy} onClick={onUndo}>
              {text.undo}
            </Button>
            <Button type="submit" size="sm" isBusy={isBusy}>
              {label}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
