import { NO_OWNER } from '#contract/sales/deals.ts'
import type { Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { FilterBar } from '#web/parts/list/filter-bar.tsx'
import { useFilters } from '#web/parts/list/use-filters.ts'
import { salesFilters } from './sales-filters.ts'
import { peopleOptions, stageName } from './sales-words.ts'

const words = text.filters

/** Search and filters of deals. */
export function SalesFilterRow({ pipeline }: { pipeline: Pipeline }) {
  const filters = useFilters(salesFilters)
  const { owner } = filters.values
  const [, ...people] = peopleOptions(pipeline, owner === '' || owner === NO_OWNER ? null : owner)
  const stages = pipeline.stages.map((stage) => [stage.id, stageName(stage)] as const)
  return (
    <FilterBar
      filters={filters}
      words={words}
      fields={[
        { name: 'owner', label: words.owner, options: [[NO_OWNER, text.nobody], ...people], width: 'w-44' },
        { name: 'stage', label: words.stage, options: stages, width: 'w-40' },
      ]}
      className="p-0"
    />
  )
}
