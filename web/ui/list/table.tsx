import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { menuEvents, type OpenMenu } from './menu-events.ts'

/** A column that is left out on smaller screens. */
export const FROM = { sm: 'max-sm:hidden', lg: 'max-lg:hidden' }

export type TableColumn<T> = {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Not to be left out by people. */
  isFixed?: boolean
  /** A checkbox or the like, which needs no heading to the eye: on phones it takes no more room than it has to. */
  isControl?: boolean
  /** Left out on screens that are smaller; what opens from the row has everything. */
  from?: keyof typeof FROM
}

type Props<T> = {
  label: string
  columns: readonly TableColumn<T>[]
  rows: readonly T[]
  rowId: (row: T) => string
  /** A press anywhere in the row; one of its cells must offer the same to the keyboard. */
  onPress?: (row: T) => void
  /** A right click in the row, a long press of it, or the keys for a menu on one of its controls. */
  onMenu?: (row: T, ...menu: Parameters<OpenMenu>) => boolean
  /** Rows that are chosen, and the one that is open next to the list. */
  lookOf?: (row: T) => 'chosen' | 'open' | undefined
}

const LOOK = { chosen: 'bg-brand-tint', open: 'bg-brand-tint inset-ring inset-ring-brand/20' }

/** A page of rows from the server, without a selection. */
export function Table<T>({ label, columns, rows, rowId, onPress, onMenu, lookOf }: Props<T>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="h-10 border-y border-line bg-sunken text-left text-ink-2">
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={clsx(
                'px-3 font-semibold whitespace-nowrap first:pl-4 last:pr-4',
                column.from && FROM[column.from],
                column.isControl && 'max-sm:w-px max-sm:pr-0',
              )}
            >
              {column.isControl ? <span className="max-sm:sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const look = lookOf?.(row)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a larger target for the button inside the row
            <tr
              key={rowId(row)}
              onClick={() => onPress?.(row)}
              {...(onMenu && menuEvents((...menu) => onMenu(row, ...menu)))}
              className={clsx(
                'h-10 border-b border-line last:border-b-0 pointer-coarse:h-12',
                onPress && 'cursor-pointer',
                look ? LOOK[look] : onPress && 'hover:bg-sunken/60',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={clsx(
                    'px-3 py-1.5 first:pl-4 last:pr-4',
                    column.from && FROM[column.from],
                    column.isControl && 'max-sm:pr-0',
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
