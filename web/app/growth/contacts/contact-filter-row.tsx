import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CONSENTS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DateField, SelectField } from '#web/ui/form/filter-field.tsx'
import { RestingSearch } from '#web/ui/form/resting-search.tsx'
import { clearFilters, type ContactFilters, readFilters, writeFilter } from './contact-filters.ts'

const words = text.filters

/** Search and filters; all of them are in the address, so that a view can be shared and the back button works. */
export function ContactFilterRow({ tags }: { tags: readonly string[] }) {
  const [parameters, setParameters] = useSearchParams()
  const values = readFilters(parameters)
  const { search, ...chosen } = values
  const [isOpen, setOpen] = useState(Object.values(chosen).some(Boolean))
  const set = (name: keyof ContactFilters) => (value: string) =>
    setParameters(writeFilter(parametersOfNow(), name, value))
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap items-end gap-3 border-0 p-4">
      <legend className="sr-only">{words.title}</legend>
      <RestingSearch
        label={words.search}
        clearLabel={words.clearSearch}
        value={search}
        onChange={set('search')}
        className="min-w-48 flex-1 basis-full 2xl:basis-0"
      />
      {/* On a phone they would fill the screen before the first contact. */}
      <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        <SlidersHorizontal size={16} aria-hidden="true" />
        {words.title}
      </Button>
      <div className={clsx('contents', !isOpen && 'max-sm:hidden')}>
        <ChosenFilters values={values} tags={tags} set={set} />
      </div>
      {Object.values(values).some(Boolean) && (
        <Button variant="ghost" onClick={() => setParameters(clearFilters(parametersOfNow()))}>
          {words.clear}
        </Button>
      )}
    </fieldset>
  )
}

type ChosenProps = {
  values: ContactFilters
  tags: readonly string[]
  set: (name: keyof ContactFilters) => (value: string) => void
}

function ChosenFilters({ values, tags, set }: ChosenProps) {
  const half = 'max-sm:w-auto max-sm:flex-[1_1_40%]'
  const all = ['', words.all] as const
  // One of the address that no contact has any more can still be seen, and taken away.
  const known = values.tag === '' || tags.includes(values.tag) ? tags : [values.tag, ...tags]
  return (
    <>
      <SelectField
        label={words.consent}
        value={values.consent}
        onChange={set('consent')}
        options={[all, ...CONSENTS.map((one) => [one, text.consent(one)] as const)]}
        className={clsx('w-40', half)}
      />
      <SelectField
        label={words.source}
        value={values.source}
        onChange={set('source')}
        options={[all, ...CONTACT_SOURCES.map((one) => [one, text.source(one)] as const)]}
        className={clsx('w-36', half)}
      />
      <SelectField
        label={words.tag}
        value={values.tag}
        onChange={set('tag')}
        options={[all, ...known.map((tag) => [tag, tag] as const)]}
        className={clsx('w-32', half)}
      />
      <DateField label={words.from} value={values.from} onChange={set('from')} className={clsx('w-38', half)} />
      <DateField label={words.to} value={values.to} onChange={set('to')} className={clsx('w-38', half)} />
    </>
  )
}

/** Those of the address: a page that is busy draws them later, and the next change would be made to the ones before. */
const parametersOfNow = () => new URLSearchParams(window.location.search)
