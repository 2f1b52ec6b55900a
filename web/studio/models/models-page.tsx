import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelConnection, ModelOverview, OwnModelFile } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { ownModelsQuery, useLiveModels } from '../models.queries.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { ConnectionRow } from './connection-row.tsx'
import { SettingsForm } from './settings-form.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** Which models the organisation has, which one writes, and within which limits. */
export function ModelsPage() {
  const { models } = useVault()
  const { list: query, isLooking } = useLiveModels()
  const own = useQuery(ownModelsQuery(models)).data
  const [isUploading, setUploading] = useState(false)
  const [edited, setEdited] = useState<ModelConnection | 'new' | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.description}>
        <span className="flex flex-wrap gap-2">
          {own && own.max_bytes > 0 && (
            <Button variant="outline" onClick={() => setUploading(true)}>
              {words.own.open}
            </Button>
          )}
          <Button onClick={() => setEdited('new')}>{words.connect}</Button>
        </span>
      </PageHead>
      <QueryView
        query={query}
        text={words}
        skeleton={
          <Card>
            <SkeletonRows label={words.loading} rows={4} rowHeight={56} />
          </Card>
        }
      >
        {(list) => <Parts list={list} isLooking={isLooking} files={own?.files ?? []} onEdit={setEdited} />}
      </QueryView>
      {edited !== null && (
        <ConnectionDialog connection={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {isUploading && own && <UploadDialog own={own} onClose={() => setUploading(false)} />}
    </div>
  )
}

type PartsProps = {
  list: ModelOverview
  isLooking: boolean
  files: readonly OwnModelFile[]
  onEdit: (one: ModelConnection) => void
}

function Parts({ list, isLooking, files, onEdit }: PartsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <CardSection aria-label={words.connections}>
        <Heading look="small" className="border-b border-line p-4">
          {words.connections}
        </Heading>
        {isLooking && (
          <Text tone="hint" size="xs" className="px-4 pt-2" aria-live="polite">
            {words.looking}
          </Text>
        )}
        {list.connections.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} seed="models" />
        ) : (
          <RowList label={words.connections}>
            {list.connections.map((one) => (
              <ConnectionRow
                key={one.id}
                one={one}
                file={files.find(({ connection_id: id }) => id === one.id)}
                onEdit={() => onEdit(one)}
              />
            ))}
          </RowList>
        )}
      </CardSection>
      <SettingsForm key={list.settings.version} list={list} />
    </div>
  )
}
