/** Values of a form of settings, by their names. */
export type SettingValues = Readonly<Record<string, string | boolean>>

type Named<Values> = { name: keyof Values & string; label: string; hint?: string }

type Typed<Values> = Named<Values> & {
  isOptional?: boolean
  maxLength?: number
  autoComplete?: string
  isMono?: boolean
  /** Returns the sentence to show, or null when the value is fine. Rules are those of `contract/`, which the server holds as well. */
  check?: (value: string, values: Values) => string | null
  /** Returns the value as it is stored; without it, spaces around it are left out. */
  clean?: (value: string) => string
}

/** A setting and its control. */
export type SettingsField<Values> =
  | (Typed<Values> & { kind: 'text'; type?: 'text' | 'email'; inputMode?: 'numeric' | 'decimal' })
  | (Typed<Values> & { kind: 'area'; rows: number })
  | (Named<Values> & {
      kind: 'choice'
      options: readonly (readonly [value: string, label: string])[]
      /** Says that one has to be chosen; without it, the empty value is one as well. */
      missing?: string
    })
  | (Named<Values> & { kind: 'switch' })

/** Returns the values of the fields in `stored`; empty and off, where nothing is stored yet. */
export function valuesOf<Values extends SettingValues>(
  fields: readonly SettingsField<Values>[],
  stored: Values | null,
): Values {
  const read = fields.map(({ kind, name }) => [name, stored?.[name] ?? (kind === 'switch' ? false : '')])
  return Object.fromEntries(read) as Values
}

/** Returns the fields whose values differ. */
export function differing<Values extends SettingValues>(
  fields: readonly SettingsField<Values>[],
  one: Values,
  other: Values,
): readonly SettingsField<Values>[] {
  return fields.filter(({ name }) => one[name] !== other[name])
}

/** Returns the values as they are stored. */
export function cleaned<Values extends SettingValues>(
  fields: readonly SettingsField<Values>[],
  values: Values,
): Values {
  const read = fields.map((field) => {
    const value = values[field.name]
    if (typeof value !== 'string' || field.kind === 'choice' || field.kind === 'switch') return [field.name, value]
    return [field.name, (field.clean ?? ((text: string) => text.trim()))(value)]
  })
  return Object.fromEntries(read) as Values
}
