import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import { type CsvRow, type DeviceCsv, readDeviceCsv, writeCodesCsv } from '#web/lib/remote/device-lists.ts'
import type { AddedDevice, NewDevice } from '#web/lib/remote/vault-client.ts'
import { devices as words } from '#web/messages/devices.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshDevices } from './devices.queries.ts'

const text = words.many
/** Enough to see what a file holds; of one with mistakes only these are shown. */
const SHOWN = 8

type Props = { isOpen: boolean; onClose: () => void; finalFocus: RefObject<HTMLElement | null> }

/** Adds the devices that a file names, after a look at its lines; the codes are saved once. */
export function AddManyDialog({ isOpen, onClose, finalFocus }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title} finalFocus={finalFocus}>
      <AddMany onClose={onClose} />
    </Dialog>
  )
}

function AddMany({ onClose }: { onClose: () => void }) {
  const { devices } = useVault()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [csv, setCsv] = useState<DeviceCsv | null>(null)
  const add = useMutation({
    mutationFn: (wanted: readonly NewDevice[]) => devices.add(wanted),
    onSettled: () => refreshDevices(queries),
  })
  if (add.data) return <Codes added={add.data} onClose={onClose} />
  const read = async ([file]: readonly File[]) => {
    if (file) setCsv(readDeviceCsv(await file.text()))
  }
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{text.lead}</Text>
      <FileInput inputRef={input} onFiles={(files) => void read(files)} />
      <Button variant="outline" className="self-start" onClick={() => input.current?.click()}>
        <FileUp size={16} aria-hidden="true" />
        {text.choose}
      </Button>
      {add.error && <Notice tone="error">{sentenceFor(add.error)}</Notice>}
      {csv && <CsvPreview csv={csv} isBusy={add.isPending} onAdd={add.mutate} />}
    </div>
  )
}

type PreviewProps = { csv: DeviceCsv; isBusy: boolean; onAdd: (wanted: readonly NewDevice[]) => void }

export function CsvPreview({ csv: { rows, isTooLong }, isBusy, onAdd }: PreviewProps) {
  const wrong = rows.filter((row) => 'problem' in row)
  const ready = rows.flatMap((row) => ('device' in row ? [row.device] : []))
  if (isTooLong) return <Notice tone="error">{text.tooLong}</Notice>
  if (rows.length === 0) return <Notice tone="attention">{text.none}</Notice>
  return (
    <>
      {wrong.length > 0 ? (
        <Notice tone="error">{text.wrong(wrong.length)}</Notice>
      ) : (
        <Text>{text.ready(ready.length)}</Text>
      )}
      <div className="rounded-md border border-line px-3">
        <RowList label={text.preview}>
          {(wrong.length > 0 ? wrong : rows).slice(0, SHOWN).map((row) => (
            <CsvLine key={row.line} row={row} />
          ))}
        </RowList>
      </div>
      {wrong.length === 0 && (
        <Button isBusy={isBusy} className="self-start" onClick={() => onAdd(ready)}>
          {isBusy ? text.busy : text.submit(ready.length)}
        </Button>
      )}
    </>
  )
}

function CsvLine({ row }: { row: CsvRow }) {
  const detail =
    'problem' in row
      ? text.problems[row.problem]
      : `${words.suites[row.device.suite]} · ${words.sheet.every(row.device.intervalSeconds / 60)}`
  return (
    <Row
      isSlim
      icon={
        <Text tone="hint" size="xs">
          {text.line(row.line)}
        </Text>
      }
      title={row.name}
      detail={detail}
      actions={null}
    />
  )
}

function Codes({ added, onClose }: { added: readonly AddedDevice[]; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="attention">{text.made(added.length)}</Notice>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void saveCsv(text.fileName, writeCodesCsv(added))}>{text.save}</Button>
        <Button variant="outline" onClick={onClose}>
          {words.add.done}
        </Button>
      </div>
    </div>
  )
}
