import { FolderPlus, Tag } from 'lucide-react'
import { useMemo, useState } from 'react'
import { NARROW, useMedia } from '#web/lib/media.ts'
import type { VaultFolder, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { AlertDialog } from '#web/ui/overlay/alert-dialog.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { More } from '#web/ui/list/more.tsx'
import { FilesFailed } from '../files-pending.tsx'
import type { FolderTree } from '../folders/folder-tree.ts'
import { NewFolderDialog } from '../folders/new-folder-dialog.tsx'
import { type Drive, useDrive } from '../use-drive.ts'
import { useItemActions } from '../actions/use-item-actions.ts'
import { DocumentList } from './document-list.tsx'
import { FolderFilter, TagFilter } from './document-filters.tsx'
import { useTags } from '../tags/use-tags.ts'
import { type Criteria, matching } from './document-view.ts'
import { NewTagDialog } from './new-tag-dialog.tsx'
import { useTagActions } from '../tags/use-tag-actions.ts'

const text = m.documents

/** Document Manager: folders and tags on the left, the files that carry them on the right. */
export function DocumentsPage() {
  const { drive, error, failed, isFetching, retry } = useDrive()
  const { createFolder } = useItemActions()
  const { create } = useTagActions()
  const [dialog, setDialog] = useState<'folder' | 'tag' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <title>{m.common.pageTitle(text.title)}</title>
      <PageHead title={text.title}>
        <div className="flex gap-2">
          <Button variant="outline" onClick={() => setDialog('folder')}>
            <FolderPlus size={16} aria-hidden="true" />
            {m.items.newFolder.open}
          </Button>
          <Button variant="outline" onClick={() => setDialog('tag')}>
            <Tag size={16} aria-hidden="true" />
            {text.newTag.open}
          </Button>
        </div>
      </PageHead>
      {error && (
        <FilesFailed
          error={error}
          isOld={Boolean(drive)}
          failed={failed}
          isRetrying={isFetching}
          onRetry={() => void retry()}
        />
      )}
      {drive ? <Documents drive={drive} /> : !error && <Text tone="soft">{text.loading}</Text>}
      <NewFolderDialog
        isOpen={dialog === 'folder'}
        siblings={drive?.contents(null) ?? []}
        onCreate={(name) => createFolder(name, null)}
        onClose={close}
      />
      <NewTagDialog isOpen={dialog === 'tag'} onCreate={create} onClose={close} />
    </>
  )
}

const NO_CRITERIA: Criteria = { query: '', folderId: null, tagId: null }

function Documents({ drive }: { drive: Drive }) {
  const { tags, tagged, error } = useTags()
  const items = useItemActions()
  const actions = useTagActions()
  const [wanted, setWanted] = useState(NO_CRITERIA)
  const [removing, setRemoving] = useState<VaultTag | null>(null)
  // A folder or a tag that is gone asks for nothing any more.
  const criteria = {
    query: wanted.query,
    folderId: drive.tree.isTrashed(wanted.folderId) ? null : drive.tree.existing(wanted.folderId),
    tagId: tags.some(({ id }) => id === wanted.tagId) ? wanted.tagId : null,
  }
  const { query, folderId, tagId } = criteria
  const files = useMemo(
    () => matching(drive.files, tagged, { query, folderId, tagId }),
    [drive, tagged, query, folderId, tagId],
  )

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <SearchField
          label={text.search}
          clearLabel={m.files.clearSearch}
          value={query}
          onChange={(typed) => setWanted({ ...criteria, query: typed })}
          className="w-full"
        />
        {error && <Notice tone="error">{m.files.because(text.toast.fetchFailed, sentenceFor(error))}</Notice>}
        <Filters
          tree={drive.tree}
          tags={tags}
          criteria={criteria}
          onChange={setWanted}
          onDeleteFolder={(folder) => items.trash([folder], m.items.trash.folderDeleted)}
          onDeleteTag={setRemoving}
        />
      </div>
      <DocumentList
        files={files}
        tags={tags}
        tagged={tagged}
        actions={actions}
        onDownload={(file) => items.download([file])}
        onDelete={items.trash}
      />
      <AlertDialog
        isOpen={removing !== null}
        title={text.removeTag.title(removing?.name ?? '')}
        text={text.removeTag.text}
        confirmLabel={text.removeTag.submit}
        cancelLabel={m.common.cancel}
        onConfirm={() => removing && actions.remove(removing)}
        onClose={() => setRemoving(null)}
      />
    </div>
  )
}

type FiltersProps = {
  tree: FolderTree
  tags: readonly VaultTag[]
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  onDeleteFolder: (folder: VaultFolder) => void
  onDeleteTag: (tag: VaultTag) => void
}

/** What narrows the files. On a phone these come first: the filters are folded, and name what is chosen. */
function Filters({ tree, tags, criteria, onChange, onDeleteFolder, onDeleteTag }: FiltersProps) {
  const { folderId, tagId } = criteria
  const isNarrow = useMedia(NARROW)
  const filters = (
    <>
      <FolderFilter
        tree={tree}
        chosenId={folderId}
        onChoose={(id) => onChange({ ...criteria, folderId: id })}
        onDelete={onDeleteFolder}
      />
      <TagFilter
        tags={tags}
        chosenId={tagId}
        onToggle={(id) => onChange({ ...criteria, tagId: id === tagId ? null : id })}
        onDelete={onDeleteTag}
      />
    </>
  )
  if (!isNarrow) return filters
  const chosen = [tree.get(folderId), tags.find(({ id }) => id === tagId)].flatMap((one) => one?.name ?? [])
  return (
    <More title={text.filters(chosen)}>
      <div className="flex flex-col gap-4">{filters}</div>
    </More>
  )
}
