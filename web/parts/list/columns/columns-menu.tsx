import { Columns3 } from 'lucide-react'
import { list as text } from '#web/messages/list.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FROM } from '#web/ui/list/table.tsx'
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import type { ChosenColumns } from './use-columns.ts'

const words = text.columns

/** Chooses which columns a list shows. It offers those that the screen has room for, and is not there where none are. */
export function ColumnsMenu<Row>({ columns }: { columns: ChosenColumns<Row> }) {
  const { choosable, isHidden, show, showAll } = columns
  if (choosable.length === 0) return null
  return (
    <Menu
      trigger={
        <Button variant="outline" className={leastFrom(choosable)}>
          <Columns3 size={16} aria-hidden="true" />
          {words.open}
        </Button>
      }
    >
      {choosable.map(({ id, header, from }) => (
        <MenuCheck
          key={id}
          isChecked={!isHidden(id)}
          onChange={(isShown) => show(id, isShown)}
          {...(from && { className: FROM[from] })}
        >
          {header}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem disabled={!choosable.some(({ id }) => isHidden(id))} onClick={showAll}>
        {words.all}
      </MenuItem>
    </Menu>
  )
}

/** Returns a class that leaves the button out where the screen has room for none of these columns. */
function leastFrom(columns: readonly { from?: keyof typeof FROM }[]): string {
  if (columns.some(({ from }) => from === undefined)) return ''
  return columns.some(({ from }) => from === 'sm') ? FROM.sm : FROM.lg
}
