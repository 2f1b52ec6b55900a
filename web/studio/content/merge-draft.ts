import type { DraftValues } from './draft-values.ts'

/**
 * A draft that was changed here and elsewhere since both saw `base`: each field as the one who changed it left it.
 * @returns undefined where both changed one field, each in their own way
 */
export function mergeDraft(base: DraftValues, mine: DraftValues, theirs: DraftValues): DraftValues | undefined {
  const names = Object.keys(base) as (keyof DraftValues)[]
  const isMine = (name: keyof DraftValues) => mine[name] !== base[name]
  if (names.some((name) => isMine(name) && theirs[name] !== base[name] && theirs[name] !== mine[name])) return undefined
  return mineOver(base, mine, theirs)
}

/** The same where I decide: my change of a field is kept, also over theirs. */
export function mineOver(base: DraftValues, mine: DraftValues, theirs: DraftValues): DraftValues {
  const names = Object.keys(base) as (keyof DraftValues)[]
  const changed = names.filter((name) => mine[name] !== base[name])
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) }
}
