import { Plus, Tag, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { VaultFile, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { MenuItem, MenuNote } from '#web/ui/overlay/menu.tsx'
import { TagLabel } from '#web/ui/feedback/tag-dot.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { useSelection } from '#web/ui/grid/use-selection.ts'
import { type GridColumn, VirtualGrid } from '#web/ui/grid/virtual-grid.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { FileIcon } from '../list/file-icon.tsx'
import { OutsideSelection } from '../list/file-row-actions.tsx'
import { SORT_WORDS, arrange, nextSort } from '../list/file-view.ts'
import { useKeptSort } from '../use-kept-sort.ts'
import { filesOf } from '../item.ts'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import type { TagsByFile } from '../tags/use-tags.ts'
import type { TagActions } from '../tags/use-tag-actions.ts'

type Props = {
  files: readonly VaultFile[]
  tags: readonly VaultTag[]
  tagged: TagsByFile
  actions: TagActions
  onDownload: (file: VaultFile) => void
  onDelete: (files: readonly VaultFile[]) => void
}
type OpenMenu = { file: VaultFile; at: MenuPoint }

const text = m.documents
const ROW_HEIGHT_PX = 64

/** The files that meet the criteria, each with its tags and the menu to change them. */
export function DocumentList({ files, tags, tagged, actions, onDownload, onDelete }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const { view } = useVault().files
  const [sort, setSort] = useKeptSort('quantumshield-documents-sort', SORT_WORDS)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [previewing, setPreviewing] = useState<VaultFile | null>(null)
  const rows = useMemo(() => filesOf(arrange(files, sort)), [files, sort])
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [selection, setSelection] = useSelection(order)
  const tagsOf = (file: VaultFile) => tags.filter(({ id }) => tagged.get(file.id)?.has(id))
  const openMenu = (file: VaultFile, at: MenuPoint) => setMenu({ file, at })

  return (
    <CardSection aria-label={text.files} className="min-w-0">
      {rows.length === 0 ? (
        <EmptyState title={text.empty} seed={text.empty} />
      ) : (
        <VirtualGrid
          gridRef={grid}
          label={text.files}
          selectAllLabel={m.items.selectAll}
          rows={rows}
          order={order}
          rowText={nameOf}
          rowHeight={ROW_HEIGHT_PX}
          columns={columnsOf(tagsOf, openMenu)}
          sort={sort}
          onSort={(id) => setSort(nextSort(sort, id))}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={setPreviewing}
          onPeek={(file) => {
            setPreviewing(file)
            return true
          }}
          onDelete={(ids) => onDelete(rows.filter(({ id }) => ids.has(id)))}
          onMenu={openMenu}
        />
      )}
      <ContextMenu
        label={menu ? text.menuOf(menu.file.name) : ''}
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        finalFocus={grid}
      >
        {menu && <TagChoices file={menu.file} tags={tags} tagged={tagged} actions={actions} />}
      </ContextMenu>
      <PreviewDialog
        file={previewing}
        files={rows}
        openView={view}
        onShow={setPreviewing}
        onDownload={onDownload}
        onClose={() => setPreviewing(null)}
        gridRef={grid}
      />
    </CardSection>
  )
}

function columnsOf(
  tagsOf: (file: VaultFile) => readonly VaultTag[],
  onMenu: (file: VaultFile, at: MenuPoint) => void,
): GridColumn<VaultFile>[] {
  const { columns } = m.files
  return [
    {
      id: 'name',
      header: columns.name,
      width: 'minmax(0,1fr)',
      sorts: [{ id: 'name', label: columns.name }],
      cell: (file) => <NameAndTags file={file} tags={tagsOf(file)} />,
    },
    {
      id: 'size',
      header: columns.size,
      width: '6.5rem',
      sorts: [{ id: 'size', label: columns.size }],
      cell: (file) => (
        <Span tone="soft" className="whitespace-nowrap">
          {text.megabytes(file.sizeBytes)}
        </Span>
      ),
    },
    {
      id: 'tags',
      header: text.tags,
      isHeaderHidden: true,
      width: '3.75rem',
      cell: (file) => (
        <OutsideSelection>
          <IconButton
            tabIndex={-1}
            tone="quiet"
            label={text.menuOf(file.name)}
            hint={text.tags}
            onClick={({ currentTarget }) => {
              const box = currentTarget.getBoundingClientRect()
              onMenu(file, { x: box.right - 8, y: box.bottom })
            }}
          >
            <Tag size={16} aria-hidden="true" />
          </IconButton>
        </OutsideSelection>
      ),
    },
  ]
}

function NameAndTags({ file, tags }: { file: VaultFile; tags: readonly VaultTag[] }) {
  return (
    <span className="flex items-center gap-2.5">
      <Span tone="hint" className="shrink-0">
        <FileIcon mimeType={file.mimeType} size={18} />
      </Span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" title={file.name}>
          {file.name}
        </span>
        {tags.length > 0 && (
          <span className="mt-0.5 flex gap-1 overflow-hidden">
            {tags.map((tag) => (
              <TagLabel key={tag.id} {...tag} />
            ))}
          </span>
        )}
      </span>
    </span>
  )
}

type ChoicesProps = Pick<Props, 'tags' | 'tagged' | 'actions'> & { file: VaultFile }

function TagChoices({ file, tags, tagged, actions }: ChoicesProps) {
  if (tags.length === 0) return <MenuNote>{text.noTagsToAdd}</MenuNote>
  return tags.map((tag) => {
    const pair = { fileId: file.id, tagId: tag.id }
    const isOn = tagged.get(file.id)?.has(tag.id) === true
    return (
      <MenuItem key={tag.id} onClick={() => (isOn ? actions.take(pair) : actions.add(pair))}>
        {isOn ? <X size={16} aria-hidden="true" /> : <Plus size={16} aria-hidden="true" />}
        {isOn ? text.removeFrom(tag.name) : text.addTag(tag.name)}
      </MenuItem>
    )
  })
}

function nameOf(file: VaultFile): string {
  return file.name
}
