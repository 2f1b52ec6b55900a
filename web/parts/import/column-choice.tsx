import { useState } from 'react'
import { headingsOf } from '#contract/csv/headings.ts'
import { list as text } from '#web/messages/list.ts'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { More } from '#web/ui/list/more.tsx'

const words = text.imports
/** Maximum number of columns that are offered: a file with more is no list of people. */
const MAX_COLUMNS = 50

export type ColumnRules = {
  /** What a column can be read as, by the heading that says so. */
  options: readonly (readonly [heading: string, label: string])[]
  /** Returns the heading of `options` that this one stands for; undefined where it is not read. */
  known: (heading: string) => string | undefined
}

type Props = { text: string; rules: ColumnRules; onChange: (headings: readonly string[]) => void }

/** Which column of the file becomes what. Each is read once: the one that had it before is left out. */
export function ColumnChoice({ text: csv, rules: { options, known }, onChange }: Props) {
  const { headings, example } = headingsOf(csv)
  const [chosen, setChosen] = useState<readonly string[]>(() => headings.map((heading) => known(heading) ?? ''))
  if (headings.length > MAX_COLUMNS) return null
  const choose = (at: number, value: string) => {
    const next = chosen.map((one, place) => (place === at ? value : one === value ? '' : one))
    setChosen(next)
    // A heading in brackets is none that is read.
    onChange(headings.map((heading, place) => next[place] || `(${heading})`))
  }
  return (
    <More title={words.columns(chosen.filter(Boolean).length, headings.length)}>
      <ul className="grid grid-cols-1 gap-3 wrap-anywhere sm:grid-cols-2">
        {headings.map((heading, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns of a file have a place and no name of their own
          <li key={at} className="min-w-0">
            <SelectField
              label={heading.trim() === '' ? words.columnNo(at + 1) : heading}
              value={chosen[at] ?? ''}
              onChange={(value) => choose(at, value)}
              options={[['', words.leftOut], ...options]}
            />
            <Text tone="hint" size="xs" className="truncate">
              {example[at] ?? ''}
            </Text>
          </li>
        ))}
      </ul>
    </More>
  )
}
