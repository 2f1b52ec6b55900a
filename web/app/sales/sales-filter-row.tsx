import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NO_OWNER } from '#contract/sales/deals.ts'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RestingSearch } from '#web/ui/form/resting-search.tsx'
import { clearFilters, readFilters, type SalesFilters, writeFilter } from './sales-filters.ts'
import { peopleOptions, stageName } from './sales-words.ts'

const words = text.filters
const half = 'max-sm:w-auto max-sm:flex-[1_1_40%]'

/** Search and filters; all of them are in the address, so that a view can be shared and the back button works. */
export function SalesFilterRow({ pipeline }: { pipeline: Pipeline }) {
  const [parameters, setParameters] = useSearchParams()
  const values = readFilters(parameters)
  const [isOpen, setOpen] = useState(Boolean(values.owner || values.stage))
  const set = (name: keyof SalesFilters) => (value: string) =>
    setParameters(writeFilter(parametersOfNow(), name, value))
  const all = ['', words.all] as const
  const [, ...people] = peopleOptions(pipeline, values.owner === '' || values.owner === NO_OWNER ? null : values.owner)
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap items-end gap-3 border-0 p-0">
      <legend className="sr-only">{words.title}</legend>
      <RestingSearch
        label={words.search}
        clearLabel={words.clearSearch}
        value={values.search}
        onChange={set('search')}
        className="min-w-48 flex-1"
      />
      {/* On a phone they would fill the screen before the first deal. */}
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        <SlidersHorizontal size={16} aria-hidden="true" />
        {words.title}
      </Button>
      <div className={clsx('contents', !isOpen && 'max-sm:hidden')}>
        <SelectField
          label={words.owner}
          value={values.owner}
          onChange={set('owner')}
          options={[all, [NO_OWNER, text.nobody], ...people]}
          className={clsx('w-44', half)}
        />
        <SelectField
          label={words.stage}
          value={values.stage}
          onChange={set('stage')}
          options={[all, ...pipeline.stages.map((stage) => [stage.id, stageName(stage)] as const)]}
          className={clsx('w-40', half)}
        />
      </div>
      {Object.values(values).some(Boolean) && (
        <Button variant="ghost" onClick={() => setParameters(clearFilters(parametersOfNow()))}>
          {words.clear}
        </Button>
      )}
    </fieldset>
  )
}

/** Those of the address: a page that is busy draws them later, and the next change would be made to the ones before. */
const parametersOfNow = () => new URLSearchParams(window.location.search)
