import { BRIEF_LABEL, modelLabel, passageLabel } from '#contract/studio/content.ts'
import type { VersionRow } from './drafts.sql.ts'

/** The label stays for good: also when people changed the text of a model since. @param versions the newest first */
export function labelOf(versions: readonly Pick<VersionRow, 'kind' | 'model' | 'rewrites'>[]): string | null {
  const ofModel = versions.flatMap(({ model, rewrites }) =>
    model === null ? [] : [{ model, isWhole: rewrites === null }],
  )
  const writer = ofModel.find(({ isWhole }) => isWhole)?.model
  const others = new Set(ofModel.filter(({ model, isWhole }) => !isWhole && model !== writer).map(({ model }) => model))
  const labels = [
    ...(writer === undefined ? [] : [modelLabel(writer)]),
    ...(others.size === 0 ? [] : [passageLabel([...others].join(', '))]),
  ]
  if (labels.length > 0) return labels.join('. ')
  return versions[0]?.kind === 'brief' ? BRIEF_LABEL : null
}
