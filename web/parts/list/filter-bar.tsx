import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { DateField, SelectField } from '#web/ui/form/filter-field.tsx'
import { RestingSearch } from '#web/ui/form/resting-search.tsx'
import type { UsedFilters } from './use-filters.ts'
import type { Filters } from './filters.ts'

type Option = readonly [value: string, label: string]

/** A filter next to the search: one of several values, or a day. */
type FilterField<Name extends string> = {
  name: Name
  label: string
  /** Values to choose from; without them the field takes a day. */
  options?: readonly Option[]
  /** A class with the width on large screens. */
  width: string
}

export type FilterBarProps<Declared extends Filters> = {
  /** One of them is `search`. */
  filters: UsedFilters<Declared>
  words: { title: string; search: string; clearSearch: string; clear: string; all: string }
  fields: readonly FilterField<keyof Declared & string>[]
  /** At the end of the line, such as `ListTools`. */
  tools?: ReactNode
  className?: string
}

/** Maximum number of filters in one line with the search. */
const MAX_FIELDS_IN_LINE = 2
const HALF_ON_PHONES = 'max-sm:w-auto max-sm:flex-[1_1_40%]'

/** The search of a list and its filters, which phones fold away: they would fill the screen before the first row. */
export function FilterBar<Declared extends Filters>({
  filters: { values, set, clear, isFiltered },
  words,
  fields,
  tools,
  className,
}: FilterBarProps<Declared>) {
  const [isOpen, setOpen] = useState(fields.some(({ name }) => values[name] !== ''))
  return (
    <fieldset className={clsx('m-0 flex min-w-0 flex-wrap items-end gap-3 border-0', className)}>
      <legend className="sr-only">{words.title}</legend>
      <RestingSearch
        label={words.search}
        clearLabel={words.clearSearch}
        value={values['search'] ?? ''}
        onChange={set('search')}
        className={clsx('min-w-48 flex-1', fields.length > MAX_FIELDS_IN_LINE && 'basis-full 2xl:basis-0')}
      />
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        <SlidersHorizontal size={16} aria-hidden="true" />
        {words.title}
      </Button>
      <div className={clsx('contents', !isOpen && 'max-sm:hidden')}>
        {fields.map(({ name, label, options, width }) =>
          options ? (
            <SelectField
              key={name}
              label={label}
              value={values[name]}
              onChange={set(name)}
              options={[['', words.all], ...options]}
              className={clsx(width, HALF_ON_PHONES)}
            />
          ) : (
            <DateField
              key={name}
              label={label}
              value={values[name]}
              onChange={set(name)}
              className={clsx(width, HALF_ON_PHONES)}
            />
          ),
        )}
      </div>
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          {words.clear}
        </Button>
      )}
      {tools}
    </fieldset>
  )
}
