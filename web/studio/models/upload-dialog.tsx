import { useEffect, useRef, useState } from 'react'
import { MODEL_LIMITS } from '#contract/studio/models.ts'
import { formatBytes, formatLimit } from '#web/lib/format.ts'
import type { OwnModels } from '#web/lib/remote/vault-client.ts'
import { models as words } from '#web/messages/studio/models.ts'
import { useLeaveGuard } from '#web/parts/form/use-leave-guard.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { said } from '../said.ts'
import { useUpload } from './use-upload.ts'

const text = words.own
const ENDING = /\.gguf$/i

/** Takes the file of a language model and sends it to the server, which looks at it before it is kept. */
export function UploadDialog({ own, onClose }: { own: OwnModels; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const upload = useUpload(onClose)
  useLeaveGuard(upload.isRunning)
  const isOther = file !== null && !ENDING.test(file.name)
  return (
    <Dialog isOpen isGrowing onClose={onClose} title={text.title} isBusy={upload.isRunning}>
      <div className="flex flex-col gap-4">
        <Text size="sm">{text.text(formatLimit(own.max_bytes))}</Text>
        {!own.is_installed && <Notice tone="attention">{text.notInstalled}</Notice>}
        {upload.error && <Notice tone="error">{said(upload.error)}</Notice>}
        {upload.isRunning ? (
          <Sending sent={upload.sent} all={file?.size ?? 0} onCancel={upload.cancel} />
        ) : (
          <>
            <ChosenFile file={file} onChange={setFile} />
            {isOther && <Notice tone="error">{text.notGguf}</Notice>}
            {file && !isOther && (
              <Form onSubmit={({ name = '' }) => upload.begin({ name: name.trim(), file })}>
                <TextField
                  key={file.name}
                  name="name"
                  label={text.name}
                  maxLength={MODEL_LIMITS.nameCharacters}
                  autoComplete="off"
                  defaultValue={file.name.replace(ENDING, '')}
                />
                <Button type="submit" className="self-start">
                  {text.upload}
                </Button>
              </Form>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function ChosenFile({ file, onChange }: { file: File | null; onChange: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
      <FileInput inputRef={input} onFiles={([first]) => first && onChange(first)} />
      {file && (
        <Text size="sm" className="min-w-0 wrap-anywhere">
          {text.chosen(file.name, formatBytes(file.size))}
        </Text>
      )}
    </div>
  )
}

function Sending({ sent, all, onCancel }: { sent: number; all: number; onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The button that began it is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="flex flex-col gap-3">
      <Progress label={text.progress} value={all === 0 ? 0 : sent / all} />
      <Text size="sm">{sent === all ? text.checking : text.sent(formatBytes(sent), formatBytes(all))}</Text>
      <Button ref={button} variant="outline" className="self-start" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  )
}
