import { useSearchParams } from 'react-router'
import { PARTNER_STATES } from '#contract/partners/partners.ts'
import type { Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RestingSearch } from '#web/ui/form/resting-search.tsx'
import { clearFilters, type PartnerFilters, readFilters, writeFilter } from '../partner-filters.ts'
import { tierName } from '../partner-words.ts'

const words = text.filters
const half = 'max-sm:w-auto max-sm:flex-[1_1_40%]'

/** Search and filters; all of them are in the address, so that a view can be shared and the back button works. */
export function PartnerFilterRow({ programme }: { programme: Programme }) {
  const [parameters, setParameters] = useSearchParams()
  const values = readFilters(parameters)
  const set = (name: keyof PartnerFilters) => (value: string) =>
    setParameters(writeFilter(parametersOfNow(), name, value))
  const all = ['', words.all] as const
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
      <SelectField
        label={words.state}
        value={values.state}
        onChange={set('state')}
        options={[all, ...PARTNER_STATES.map((state) => [state, text.state(state)] as const)]}
        className={`w-40 ${half}`}
      />
      <SelectField
        label={words.tier}
        value={values.tier}
        onChange={set('tier')}
        options={[all, ...programme.tiers.map(({ id, name, preset }) => [id, tierName(name, preset)] as const)]}
        className={`w-40 ${half}`}
      />
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
