import { useQuery } from '@tanstack/react-query'
import { studio } from '#web/messages/studio/studio.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { modelFamilies } from './model-families.ts'
import { modelsQuery } from './models.queries.ts'

const text = studio.poweredBy

/** The families of models that the organisation is set up with, for who manages them. Others have no right to read that. */
export function PoweredByModels() {
  const { can } = usePermissions()
  const { data } = useQuery({ ...modelsQuery(useVault().models), enabled: can('manage_growth') })
  return <PoweredBy families={data ? modelFamilies(data.connections, data.settings) : []} />
}

/** Families of models, such as "Qwen 3". Nothing where there are none. */
export function PoweredBy({ families }: { families: readonly string[] }) {
  if (families.length === 0) return null
  return (
    <EnglishArea>
      <footer className="mt-auto border-t border-line pt-4">
        <Heading look="small">{text.title}</Heading>
        <ul aria-label={text.families} className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {families.map((family) => (
            <li key={family}>
              <Text tone="soft">{family}</Text>
            </li>
          ))}
        </ul>
      </footer>
    </EnglishArea>
  )
}
