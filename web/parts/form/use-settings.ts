import { useState } from 'react'
import { differing, type SettingsField, type SettingValues, valuesOf } from './settings.ts'

type Given<Values> = {
  fields: readonly SettingsField<Values>[]
  /** Null where nothing is stored yet. */
  stored: Values | null
  version: number
}

/**
 * Settings that others change as well. What was typed is kept as what differs from the version that the person saw; a later version of others
 * replaces it where nothing was typed, and is asked about where something was.
 */
export function useSettings<Values extends SettingValues>({ fields, stored, version }: Given<Values>) {
  const now = valuesOf(fields, stored)
  const [seen, setSeen] = useState({ values: now, version })
  const [typed, setTyped] = useState<Partial<Values>>({})
  const shown: Values = { ...seen.values, ...typed }
  const changes = differing(fields, seen.values, shown)
  const isLater = version > seen.version
  const theirs = isLater ? differing(fields, seen.values, now) : []
  const see = () => setSeen({ values: now, version })
  if (isLater && (changes.length === 0 || theirs.length === 0)) see()
  const undo = () => setTyped({})
  return {
    shown,
    /** Version that a change is based on. */
    version: seen.version,
    before: seen.values,
    changes,
    /** What somebody else stored meanwhile, and the values of now. */
    theirs,
    now,
    set: (name: keyof Values & string, value: string | boolean) => setTyped((was) => ({ ...was, [name]: value })),
    undo,
    take: () => {
      see()
      undo()
    },
    keep: see,
    saved: (values: Values) => {
      setSeen({ values, version: seen.version + 1 })
      undo()
    },
  }
}
