/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are on the tree, which keeps the focus */
import { clsx } from 'clsx'
import { ChevronRight, Folder } from 'lucide-react'
import { useEffect, useId, type KeyboardEvent } from 'react'

export type TreeNode = {
  id: string
  label: string
  /** From 1. */
  level: number
  /** Null for a node without children. */
  isExpanded: boolean | null
  /** Can be walked to, but is not a good choice; the page says why. */
  isDimmed?: boolean
}

type Props = {
  label: string
  /** What is visible, from top to bottom. */
  nodes: readonly TreeNode[]
  selectedId: string
  onSelect: (id: string) => void
  onToggle: (id: string) => void
  /** Enter. */
  onSubmit: () => void
}

const INDENT = ['pl-2', 'pl-6', 'pl-10', 'pl-14', 'pl-18', 'pl-22']

/** Folders to choose one from: a single tab stop, arrows walk, right and left open and close. */
export function Tree({ label, nodes, selectedId, onSelect, onToggle, onSubmit }: Props) {
  const id = useId()
  const at = nodes.findIndex((node) => node.id === selectedId)
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent) => {
    const node = nodes[at]
    if (event.altKey) return
    const go = (to: number) => onSelect(nodes[Math.max(0, Math.min(nodes.length - 1, to))]?.id ?? selectedId)
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(nodes.length - 1)
    else if (event.key === 'Enter') onSubmit()
    else if (event.key === 'ArrowRight' && node?.isExpanded === false) onToggle(node.id)
    else if (event.key === 'ArrowRight') go(node?.isExpanded ? at + 1 : at)
    else if (event.key === 'ArrowLeft' && node?.isExpanded) onToggle(node.id)
    else if (event.key === 'ArrowLeft') go(parentOf(nodes, at))
    else return
    event.preventDefault()
  }

  return (
    <div
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      className="group/tree relative h-64 overflow-y-auto rounded-md border border-control p-1 text-sm"
    >
      {nodes.map((node, index) => (
        <div
          key={node.id}
          id={`${id}-${index}`}
          role="treeitem"
          aria-level={node.level}
          aria-selected={node.id === selectedId}
          aria-expanded={node.isExpanded ?? undefined}
          onClick={() => onSelect(node.id)}
          onDoubleClick={() => onToggle(node.id)}
          className={clsx(
            'flex h-8 cursor-default items-center gap-2 rounded-md pr-2 select-none pointer-coarse:h-11',
            INDENT[Math.min(node.level, INDENT.length) - 1],
            node.id === selectedId ? 'bg-brand-tint font-semibold' : 'hover:bg-sunken',
            node.isDimmed && 'text-ink-3',
          )}
        >
          <span
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation()
              onToggle(node.id)
            }}
            className={clsx('grid size-5 shrink-0 place-items-center', node.isExpanded === null && 'invisible')}
          >
            <ChevronRight
              size={16}
              className={clsx('transition-transform duration-120', node.isExpanded && 'rotate-90')}
            />
          </span>
          <Folder size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          <span className="truncate" title={node.label}>
            {node.label}
          </span>
        </div>
      ))}
    </div>
  )
}

function parentOf(nodes: readonly TreeNode[], at: number): number {
  const level = nodes[at]?.level ?? 1
  const parent = nodes.slice(0, at).findLastIndex((node) => node.level < level)
  return parent >= 0 ? parent : at
}
