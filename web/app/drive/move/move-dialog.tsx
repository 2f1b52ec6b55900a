import { useState, type RefObject } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Tree, type TreeNode } from '#web/ui/list/tree.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import { whyNotMove, type FolderTree } from '../folders/folder-tree.ts'
import { type Item, placeOf } from '../item.ts'

type Props = {
  /** Open while there are some. */
  items: readonly Item[]
  tree: FolderTree
  onMove: (items: readonly Item[], to: string | null) => void
  onClose: () => void
  gridRef: RefObject<HTMLElement | null>
}

/** Chooses the folder that items move to; the way for the keyboard, which cannot drag. */
export function MoveDialog({ items, onClose, gridRef, ...rest }: Props) {
  const text = m.items.move
  return (
    <Dialog
      isOpen={items.length > 0}
      onClose={onClose}
      title={text.title(items.map(({ name }) => name))}
      finalFocus={gridRef}
    >
      {items.length > 0 && <Choice items={items} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

/** The tree speaks of strings; the top of the vault has none of its own. */
const TOP = ''

function Choice({ items, tree, onMove, onClose }: Omit<Props, 'gridRef'>) {
  const text = m.items.move
  const { name: topName } = useSpace()
  const start = items[0] ? placeOf(items[0]) : null
  const [chosen, setChosen] = useState(tree.existing(start) ?? TOP)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([TOP, ...tree.path(start).map(({ id }) => id)]))
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const reason = whyNotMove(tree, items, chosen || null)
  const submit = () => {
    if (reason) return
    onMove(items, chosen || null)
    onClose()
  }

  return (
    <>
      <Tree
        label={text.tree}
        nodes={nodesOf(tree, { items, open, topName })}
        selectedId={chosen}
        onSelect={setChosen}
        onToggle={toggle}
        onSubmit={submit}
      />
      <Text size="xs" tone="hint" className="mt-1.5" aria-live="polite">
        {reason ? text[reason] : text.hint}
      </Text>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
        <Button disabled={reason !== null} onClick={submit}>
          {text.submit}
        </Button>
      </div>
    </>
  )
}

type Shown = { items: readonly Item[]; open: ReadonlySet<string>; topName: string }

function nodesOf(tree: FolderTree, { items, open, topName }: Shown): TreeNode[] {
  const nodes: TreeNode[] = []
  const add = (id: string, label: string, level: number) => {
    const below = tree.children(id || null)
    const isExpanded = below.length > 0 ? open.has(id) : null
    nodes.push({ id, label, level, isExpanded, isDimmed: whyNotMove(tree, items, id || null) !== null })
    if (isExpanded) for (const folder of below) add(folder.id, folder.name, level + 1)
  }
  add(TOP, topName, 1)
  return nodes
}
