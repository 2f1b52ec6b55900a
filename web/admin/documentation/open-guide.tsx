import { useQuery } from '@tanstack/react-query'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { BackButton } from '#web/parts/frame/detail-page.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { guideQuery, guidesQuery } from './documentation.queries.ts'
import { GuideEditor } from './guide-editor.tsx'

const ROW_PX = 64

/** A guide to write and to publish. */
export function OpenGuidePart({ id, onClose }: { id: string; onClose: () => void }) {
  const { documentation } = useVault()
  // What is written begins with what is stored now, not with what was read some time ago.
  const query = useQuery({ ...guideQuery(documentation, id), refetchOnMount: 'always', gcTime: 0 })
  const list = useQuery(guidesQuery(documentation))
  return (
    <div className="flex flex-col gap-4">
      <BackButton label={text.back} onBack={onClose} />
      <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}>
        {(guide) => (
          <QueryView
            query={list}
            text={text}
            skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
          >
            {({ built }) => <GuideEditor guide={guide} built={built} onClose={onClose} />}
          </QueryView>
        )}
      </QueryView>
    </div>
  )
}
