import { settingsForm as text } from '#web/messages/settings-form.ts'
import type { SettingsField, SettingValues } from './settings.ts'

/** Maximum number of characters of a value in a sentence. */
const MAX_CHARACTERS = 40

/** The value of a setting as a sentence names it. */
export function inWords<Values extends SettingValues>(field: SettingsField<Values>, values: Values): string {
  const value = values[field.name]
  if (field.kind === 'switch') return value === true ? text.on : text.off
  const named =
    field.kind === 'choice' && value !== '' ? field.options.find(([option]) => option === value)?.[1] : undefined
  const words = (named ?? String(value)).replaceAll(/\s+/g, ' ').trim()
  if (words === '') return text.empty
  return text.quoted(words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS - 1)}…` : words)
}
