import { Files, Folder, Trash2 } from 'lucide-react'
import type { VaultFolder, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { CardSection } from '#web/ui/layout/card.tsx'
import { ChoiceRow } from '#web/ui/form/choice-row.tsx'
import { MenuItem } from '#web/ui/overlay/menu.tsx'
import { TagDot } from '#web/ui/feedback/tag-dot.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import type { FolderTree } from '../folders/folder-tree.ts'

const text = m.documents

type FolderProps = {
  tree: FolderTree
  chosenId: string | null
  onChoose: (id: string | null) => void
  onDelete: (folder: VaultFolder) => void
}

/** All files, or those of one folder. */
export function FolderFilter({ tree, chosenId, onChoose, onDelete }: FolderProps) {
  return (
    <CardSection aria-label={text.folders} className="p-3">
      <Heading as="h2" look="small" className="mb-1 px-2">
        {text.folders}
      </Heading>
      <ul className="flex flex-col gap-0.5">
        <ChoiceRow
          label={text.allFiles}
          icon={<Files size={16} aria-hidden="true" className="shrink-0" />}
          isChosen={chosenId === null}
          onChoose={() => onChoose(null)}
        />
        {inTreeOrder(tree).map(({ folder, depth }) => (
          <ChoiceRow
            key={folder.id}
            label={folder.name}
            icon={<Folder size={16} aria-hidden="true" className="shrink-0" />}
            depth={depth}
            isChosen={chosenId === folder.id}
            onChoose={() => onChoose(folder.id)}
            menuLabel={text.folderMenu(folder.name)}
            menu={
              <MenuItem isDanger onClick={() => onDelete(folder)}>
                <Trash2 size={16} aria-hidden="true" />
                {text.delete}
              </MenuItem>
            }
          />
        ))}
      </ul>
    </CardSection>
  )
}

type TagProps = {
  tags: readonly VaultTag[]
  chosenId: string | null
  onToggle: (id: string) => void
  onDelete: (tag: VaultTag) => void
}

/** Pressing a tag narrows the list to it; pressing it again lets go. */
export function TagFilter({ tags, chosenId, onToggle, onDelete }: TagProps) {
  return (
    <CardSection aria-label={text.tags} className="p-3">
      <Heading as="h2" look="small" className="mb-1 px-2">
        {text.tags}
      </Heading>
      {tags.length === 0 && (
        <Text tone="hint" className="px-2">
          {text.noTags}
        </Text>
      )}
      <ul className="flex flex-col gap-0.5">
        {tags.map((tag) => (
          <ChoiceRow
            key={tag.id}
            label={tag.name}
            icon={<TagDot color={tag.color} />}
            isChosen={chosenId === tag.id}
            onChoose={() => onToggle(tag.id)}
            menuLabel={text.tagMenu(tag.name)}
            menu={
              <MenuItem isDanger onClick={() => onDelete(tag)}>
                <Trash2 size={16} aria-hidden="true" />
                {text.delete}
              </MenuItem>
            }
          />
        ))}
      </ul>
    </CardSection>
  )
}

function inTreeOrder(tree: FolderTree): { folder: VaultFolder; depth: number }[] {
  const below = (parentId: string | null, depth: number): { folder: VaultFolder; depth: number }[] =>
    tree.children(parentId).flatMap((folder) => [{ folder, depth }, ...below(folder.id, depth + 1)])
  return below(null, 0)
}
