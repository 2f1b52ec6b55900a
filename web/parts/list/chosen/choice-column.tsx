import { list as text } from '#web/messages/list.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import type { TableColumn } from '#web/ui/list/table.tsx'
import type { Chosen } from './use-chosen.ts'

const words = text.chosen

/** The first column: a checkbox for each row that can be chosen. Shift chooses all from the one before. */
export const choiceColumn = <Row,>(chosen: Chosen<Row>, nameOf: (row: Row) => string): TableColumn<Row> => ({
  id: 'choose',
  header: words.column,
  isFixed: true,
  isControl: true,
  cell: (row) =>
    chosen.choosable.includes(row) && (
      <BareCheckbox
        label={words.one(nameOf(row))}
        checked={chosen.has(row)}
        // The row opens the details.
        onClick={(press) => press.stopPropagation()}
        onCheckedChange={(isOn, { event }) => chosen.set(row, isOn, 'shiftKey' in event && event.shiftKey === true)}
      />
    ),
})
