import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DateField, SelectField } from '#web/ui/form/filter-field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useVault } from '../vault-context.ts'
import { clearFilters, readFilters, writeFilter, type FilterValues } from './audit-filters.ts'
import { personLabel } from './audit-columns.tsx'
import { peopleQuery } from './audit.queries.ts'

const TYPING_MS = 300

/** Search and filters; all of them live in the address, so that a view can be shared and the back button works. */
export function AuditFilterRow() {
  const [parameters, setParameters] = useSearchParams()
  const values = readFilters(parameters)
  const set = (name: keyof FilterValues) => (value: string) =>
    setParameters(writeFilter(parametersOfNow(), name, value))
  const isFiltered = Object.values(values).some(Boolean)
  const { search, ...chosen } = values
  const [isOpen, setOpen] = useState(Object.values(chosen).some(Boolean))

  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap items-end gap-3 border-0 px-4 pb-4">
      <legend className="sr-only">{auditWords.filters}</legend>
      <DebouncedSearch value={search} onChange={set('search')} />
      {/* On a phone they would fill the screen before the first event. */}
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        <SlidersHorizontal size={16} aria-hidden="true" />
        {auditWords.filters}
      </Button>
      <div className={clsx('contents', !isOpen && 'max-sm:hidden')}>
        <ChosenFilters values={values} set={set} />
      </div>
      {isFiltered && (
        <Button variant="ghost" onClick={() => setParameters(clearFilters(parametersOfNow()))}>
          {auditWords.clearFilters}
        </Button>
      )}
    </fieldset>
  )
}

function ChosenFilters({
  values,
  set,
}: {
  values: FilterValues
  set: (name: keyof FilterValues) => (value: string) => void
}) {
  const { data: people = [] } = useQuery(peopleQuery(useVault().audit))
  const persons = people.map((person) => [person.userId, personLabel(person)] as const)
  return (
    <>
      <SelectField
        label={auditWords.category}
        value={values.category}
        onChange={set('category')}
        options={[['', auditWords.all], ...Object.entries(auditWords.categories)]}
        className="w-44 max-sm:w-full"
      />
      <SelectField
        label={auditWords.risk}
        value={values.risk}
        onChange={set('risk')}
        options={[['', auditWords.all], ...Object.entries(auditWords.risks)]}
        className="w-28 max-sm:w-auto max-sm:flex-[1_1_40%]"
      />
      <SelectField
        label={auditWords.actor}
        value={values.actor}
        onChange={set('actor')}
        options={[
          ['', auditWords.all],
          ...persons,
          ...(values.actor && !persons.some(([id]) => id === values.actor)
            ? [[values.actor, auditWords.unnamed(values.actor)] as const]
            : []),
        ]}
        className="w-44 max-sm:w-auto max-sm:flex-[1_1_40%]"
      />
      <DateField
        label={auditWords.since}
        value={values.from}
        onChange={set('from')}
        className="w-38 max-sm:w-auto max-sm:flex-[1_1_40%]"
      />
      <DateField
        label={auditWords.until}
        value={values.to}
        onChange={set('to')}
        className="w-38 max-sm:w-auto max-sm:flex-[1_1_40%]"
      />
    </>
  )
}

/**
 * Those of the address. A page that is busy draws them later, and the next change would be made to the ones before.
 */
const parametersOfNow = () => new URLSearchParams(window.location.search)

/** Searches when the typing rests, so that not every letter is a question to the server and an entry of the history. */
function DebouncedSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <SearchField
      label={auditWords.search}
      clearLabel={auditWords.clearSearch}
      shortcut="/"
      value={text}
      onChange={setText}
      className="min-w-48 flex-1 basis-full 2xl:basis-0"
    />
  )
}
