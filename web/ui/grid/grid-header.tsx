/* oxlint-disable jsx-a11y/prefer-tag-over-role -- part of virtual-grid.tsx, which says why */
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { common } from '#web/messages/common.ts'

export type SortKey = { id: string; label: string }
export type Sort = { id: string; isDescending: boolean }

type Props = {
  header: string
  isHeaderHidden?: boolean
  sorts?: readonly SortKey[]
  sort: Sort
  onSort: (sortId: string) => void
}

/** A column title; what sorts is a button, so that the keyboard reaches it. */
export function GridHeaderCell({ header, isHeaderHidden = false, sorts = [], sort, onSort }: Props) {
  if (sorts.length === 0) {
    return (
      <div role="columnheader" className="relative truncate px-2 font-semibold text-ink-2">
        <span className={clsx(isHeaderHidden && 'sr-only')}>{header}</span>
      </div>
    )
  }
  const isSorted = sorts.some(({ id }) => id === sort.id)
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      className="flex min-w-0 gap-1"
    >
      {/* Not columns of their own: without the words they would look like the titles of some. */}
      {sorts.length > 1 && <span className="shrink-0 self-center pl-2 text-xs text-ink-3">{common.sortBy}</span>}
      {sorts.map((key) => (
        <SortButton
          key={key.id}
          label={key.label}
          isSorted={key.id === sort.id}
          isDescending={sort.isDescending}
          onPress={() => onSort(key.id)}
        />
      ))}
    </div>
  )
}

type ButtonProps = { label: string; isSorted: boolean; isDescending: boolean; onPress: () => void }

function SortButton({ label, isSorted, isDescending, onPress }: ButtonProps) {
  const Arrow = isSorted && isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className="group/sort inline-flex h-8 cursor-pointer items-center gap-1 rounded-md px-2 font-semibold whitespace-nowrap max-md:px-1.5 text-ink-2 hover:text-ink"
    >
      {label}
      <Arrow
        size={14}
        aria-hidden="true"
        className={clsx(
          !isSorted &&
            'opacity-0 pointer-coarse:hidden max-md:hidden transition-opacity duration-120 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
        )}
      />
    </button>
  )
}
