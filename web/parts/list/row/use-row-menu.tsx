import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { list as text } from '#web/messages/list.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { below, type OpenMenu } from '#web/ui/list/menu-events.ts'
import type { TableColumn } from '#web/ui/list/table.tsx'
import { ContextMenu, type MenuPoint } from '#web/ui/overlay/context-menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu.tsx'
import { useAfterClosing } from '#web/ui/overlay/use-after-closing.ts'

const words = text.menu

type RowAct = { label: string; Icon: LucideIcon; isDanger?: boolean; onPress: () => void }

/** Acts on one row, by its state. */
export type RowMenu<Row> = {
  nameOf: (row: Row) => string
  /** Acts that the state of the row and the reader's rights allow now; the dangerous one is the last. */
  actsOf: (row: Row) => readonly RowAct[]
}

type UsedMenu<Row> = {
  /** The last column: a button with three dots. None without a menu. */
  columns: readonly TableColumn<Row>[]
  open: (row: Row, ...menu: Parameters<OpenMenu>) => boolean
  element: ReactNode
}

/** Opens the menu of a row by its button, a right click, a long press, and Shift+F10 or the menu key on a control of the row. */
export function useRowMenu<Row>(menu: RowMenu<Row> | undefined): UsedMenu<Row> {
  const [opened, setOpened] = useState<{ row: Row; at: MenuPoint } | null>(null)
  // Outlives the menu, which gives the focus back when it is gone.
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const { later, run } = useAfterClosing()
  if (!menu) return { columns: [], open: () => false, element: null }

  const open: UsedMenu<Row>['open'] = (row, at, from) => {
    if (menu.actsOf(row).length === 0) return false
    setOpener(from)
    setOpened({ row, at })
    return true
  }
  const acts = opened ? menu.actsOf(opened.row) : []
  return {
    columns: [menuColumn(menu, open)],
    open,
    element: (
      <ContextMenu
        label={opened ? words.more(menu.nameOf(opened.row)) : ''}
        at={opened?.at ?? null}
        onClose={() => setOpened(null)}
        onClosed={run}
        finalFocus={() => opener}
      >
        {acts.map(({ label, Icon, isDanger = false, onPress }) => (
          <MenuItem key={label} isDanger={isDanger} onClick={later(onPress)}>
            <Icon size={16} aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
      </ContextMenu>
    ),
  }
}

const menuColumn = <Row,>({ nameOf, actsOf }: RowMenu<Row>, open: UsedMenu<Row>['open']): TableColumn<Row> => ({
  id: 'menu',
  header: words.column,
  isFixed: true,
  cell: (row) =>
    actsOf(row).length > 0 && (
      <IconButton
        size="sm"
        label={words.more(nameOf(row))}
        hint={words.column}
        aria-haspopup="menu"
        onClick={(press) => {
          // The row opens the details.
          press.stopPropagation()
          open(row, below(press.currentTarget), press.currentTarget)
        }}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
    ),
})
