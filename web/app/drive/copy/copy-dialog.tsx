import { useQueries, useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import type { TeamSpace } from '#web/lib/remote/vault-client.ts'
import { canEditSpace } from '#contract/organisation/space-roles.ts'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Tree, type TreeNode } from '#web/ui/list/tree.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { foldersQuery } from '../files.queries.ts'
import { useSpace, useVaultOf } from '../../spaces/space-scope.tsx'
import { spacesQuery } from '../../spaces/spaces.queries.ts'
import { createFolderTree, type FolderTree } from '../folders/folder-tree.ts'
import { type Item, placeOf } from '../item.ts'
import type { CopyTarget } from './use-copy.ts'
import { useFolderTree } from '../use-drive.ts'

type Props = {
  /** Open while there are some. */
  items: readonly Item[]
  onCopy: (items: readonly Item[], to: CopyTarget) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

const text = m.items.copy

/** Chooses where copies go: a folder of the own files, or of a team space that the person may change. */
export function CopyDialog({ items, gridRef, ...rest }: Props) {
  return (
    <Dialog
      isOpen={items.length > 0}
      onClose={rest.onClose}
      title={text.title(items.map(({ name }) => name))}
      finalFocus={gridRef}
    >
      {items.length > 0 && <Choice items={items} {...rest} />}
    </Dialog>
  )
}

type Root = { spaceId: string | null; name: string }
type OpenRoot = Root & { tree: FolderTree; isFailed: boolean }

function Choice({ items, onCopy, onClose }: Omit<Props, 'gridRef'>) {
  const here = useSpace()
  const tree = useFolderTree()
  const startSpace = here.canEdit ? here.id : null
  const startFolder = here.canEdit && items[0] ? tree.existing(placeOf(items[0])) : null
  const [chosen, setChosen] = useState(nodeId(startSpace, startFolder))
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([null, ...tree.path(startFolder).map(({ id }) => id)].map((id) => nodeId(startSpace, id))),
  )
  const roots = useRoots(open)
  const nodes = roots.flatMap((root) => nodesOf(root, open))
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const failed = roots.find(({ isFailed }) => isFailed)
  const at = nodes.find(({ id }) => id === chosen)
  const submit = () => {
    if (!at) return
    const [spaceId, folderId] = partsOf(at.id)
    onCopy(items, { spaceId, folderId, name: at.label })
    onClose()
  }

  return (
    <>
      <Tree
        label={text.tree}
        nodes={nodes}
        selectedId={chosen}
        onSelect={setChosen}
        onToggle={toggle}
        onSubmit={submit}
      />
      <Text size="xs" tone="hint" className="mt-1.5" aria-live="polite">
        {failed ? text.treeFailed(failed.name) : text.hint}
      </Text>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button disabled={!at} onClick={submit}>
          {text.submit}
        </Button>
      </div>
    </>
  )
}

/** The own files and every space that takes copies; folders are read for those that are open. */
function useRoots(open: ReadonlySet<string>): OpenRoot[] {
  const { data: spaces = [] } = useQuery(spacesQuery(useVault().spaces))
  const vaultOf = useVaultOf()
  const roots: Root[] = [{ spaceId: null, name: m.shell.myFiles }, ...spaces.flatMap(rootOf)]
  const lists = useQueries({
    queries: roots.map(({ spaceId }) => ({
      ...foldersQuery(vaultOf(spaceId).folders),
      enabled: open.has(nodeId(spaceId, null)),
    })),
  })
  return roots.map((root, place) => {
    const list = lists[place]
    return { ...root, tree: createFolderTree(list?.data ?? []), isFailed: list?.isError ?? false }
  })
}

function rootOf({ id, name, role, problem }: TeamSpace): Root[] {
  return problem === null && name !== null && canEditSpace(role) ? [{ spaceId: id, name }] : []
}

/** The tree speaks of strings: the space, if it is one, and the folder, if it is not the top. */
function nodeId(spaceId: string | null, folderId: string | null): string {
  return `${spaceId ?? ''}/${folderId ?? ''}`
}

function partsOf(id: string): [spaceId: string | null, folderId: string | null] {
  const [spaceId, folderId] = id.split('/')
  return [spaceId || null, folderId || null]
}

function nodesOf({ spaceId, name, tree }: OpenRoot, open: ReadonlySet<string>): TreeNode[] {
  const nodes: TreeNode[] = []
  const add = (folderId: string | null, label: string, level: number) => {
    const id = nodeId(spaceId, folderId)
    const below = tree.children(folderId)
    // What is in a place that is closed is not known yet.
    const isExpanded = folderId === null || below.length > 0 ? open.has(id) : null
    nodes.push({ id, label, level, isExpanded })
    if (isExpanded) for (const folder of below) add(folder.id, folder.name, level + 1)
  }
  add(null, name, 1)
  return nodes
}
